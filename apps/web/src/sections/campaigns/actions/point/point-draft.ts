import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CampaignType } from "@okaeri/domain/enumerations";
import type { FigureInput } from "../../../../ui/fields/field-props.ts";
import { isNoDay, readDay } from "../typed-days.ts";

export type DraftFigure =
  | "grant_absolute"
  | "grant_rate"
  | "grant_condition"
  | "expiration_days_from_grant"
  | "expiration_days_from_last_stay";
/** Figures as they are typed: words that are no number stay until they are mended. Days are texts anyway. */
export type DraftPoint = Omit<PointDetail, DraftFigure> & Record<DraftFigure, FigureInput | null>;

/** Points that never expire are a choice: from blank they are good for a year. */
export function blankPoint(): DraftPoint {
  return {
    grant_type: "absolute",
    grant_absolute: null,
    grant_rate: null,
    grant_condition: null,
    plan_code: [],
    expiration_type: "days_from_grant",
    expiration_days_from_grant: 365,
    expiration_days_from_last_stay: null,
    expiration_date: null,
  };
}

/** Points of an action with what can be read of their figures and days. */
function readPoint(point: DraftPoint): PointDetail {
  const figure = (name: DraftFigure) => {
    const typed = point[name];
    return typeof typed === "number" ? typed : null;
  };
  return {
    ...point,
    grant_absolute: figure("grant_absolute"),
    grant_rate: figure("grant_rate"),
    grant_condition: figure("grant_condition"),
    expiration_days_from_grant: figure("expiration_days_from_grant"),
    expiration_days_from_last_stay: figure("expiration_days_from_last_stay"),
    expiration_date: readDay(point.expiration_date),
  };
}

/** What the save calls take. */
export function sentPoint(draft: DraftPoint, type: CampaignType): PointDetail {
  const point = readPoint(draft);
  const { grant_type, expiration_type } = point;
  // Figures of another type than the chosen one were typed before the choice changed; a send has no stay to look at.
  return {
    ...point,
    grant_absolute: grant_type === "absolute" ? point.grant_absolute : null,
    grant_rate: grant_type === "rate" ? point.grant_rate : null,
    grant_condition: type === "repeat_promotion" ? null : point.grant_condition,
    plan_code: type === "repeat_promotion" ? [] : point.plan_code,
    expiration_days_from_grant: expiration_type === "days_from_grant" ? point.expiration_days_from_grant : null,
    expiration_days_from_last_stay:
      expiration_type === "days_from_last_stay" ? point.expiration_days_from_last_stay : null,
    expiration_date: expiration_type === "date" ? point.expiration_date : null,
  };
}

const FIGURES = {
  grant_absolute: ({ grant_type }) => grant_type === "absolute",
  grant_rate: ({ grant_type }) => grant_type === "rate",
  grant_condition: () => true,
  expiration_days_from_grant: ({ expiration_type }) => expiration_type === "days_from_grant",
  expiration_days_from_last_stay: ({ expiration_type }) => expiration_type === "days_from_last_stay",
} satisfies Record<DraftFigure, (point: DraftPoint) => boolean>;

export function unsupportedPoint(point: DraftPoint): FieldProblem[] {
  const figures = (Object.keys(FIGURES) as DraftFigure[]).filter(
    (name) => typeof point[name] === "string" && FIGURES[name](point),
  );
  const noDay = point.expiration_type === "date" && isNoDay(point.expiration_date);
  return [
    ...figures.map((path) => ({ path, code: "not_a_figure" }) as const),
    ...(noDay ? [{ path: "expiration_date", code: "not_a_day" } as const] : []),
  ];
}
