import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { pointCounts, pointRule } from "@okaeri/domain/campaigns/actions/point/point";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { IconCoins } from "@tabler/icons-react";
import { formatCount } from "../../../../ui/format.ts";
import { peopleWords, untilWords } from "../estimate.ts";
import type { ScreenKind } from "../kind.ts";
import { PointCounts, PointsAttributed } from "./PointFigures.tsx";
import { PointForm } from "./PointForm.tsx";
import { PointSummary } from "./PointSummary.tsx";
import { blankPoint, type DraftPoint, sentPoint, unsupportedPoint } from "./point-draft.ts";
import { firstExpiryWords, pointSentence } from "./point-words.ts";

/** Points are granted, not sent. */
const OUTCOMES = {
  waiting: "waiting",
  sending: "sending",
  sent: "granted",
  skipped: "notGranted",
  failed: "notGranted",
  unknown: "unknown",
} as const;

export const pointKind = {
  type: "point",
  rule: {
    // What is sent has days that are days.
    problems: (point, of) =>
      pointRule.problems({ ...point, expiration_date: point.expiration_date as CalendarDate | null }, of),
    gives: () => pointRule.gives(null),
  },
  gives: !isMessage("point"),
  Icon: IconCoins,
  unit: "people",
  content: {
    fields: [
      "grant_type",
      "grant_absolute",
      "grant_rate",
      "grant_condition",
      "plan_code",
      "expiration_type",
      "expiration_days_from_grant",
      "expiration_days_from_last_stay",
      "expiration_date",
    ],
    blank: blankPoint,
    sent: sentPoint,
    unread: unsupportedPoint,
    isFilled: (point) => point.grant_absolute !== null || point.grant_rate !== null,
    // A send grants once to everybody; an always-on campaign may grant differently per plan.
    takesMore: (count, type) => count === 0 || type !== "repeat_promotion",
    addWords: (t, again) => t(again ? "action.point.addAnother" : "action.point.add"),
    sentence: pointSentence,
    firstUntil: firstExpiryWords,
    Form: PointForm,
    Summary: PointSummary,
  },
  ...pointCounts,
  review: {
    estimateWords: (t, estimate) =>
      t("estimate.points", {
        people: peopleWords(estimate),
        points: formatCount(estimate.total ?? 0, "points"),
        until: untilWords(t, estimate),
      }),
    reachWords: (t, count) => t("launch.points", { count }),
    stepWords: (t) => t("audience.will_get_points"),
    AudienceNote: PointCounts,
  },
  delivery: {
    outcome: (outcome) => OUTCOMES[outcome],
    SendResult: PointsAttributed,
  },
} satisfies ScreenKind<DraftPoint, PointDetail>;
