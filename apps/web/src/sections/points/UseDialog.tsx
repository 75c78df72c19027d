import { useProblems } from "@okaeri/contract/use-problems";
import { leastUse, mostUse, type UseLimits } from "@okaeri/domain/points/use-limits";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { type Loaded, useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { type GuestPointSummary, pointsChanged, pointsOf } from "./points.api.ts";

type Values = { use_point: FigureInput; stay_reservation_id: string; facility_account_id: string; remarks: string };

/**
 * Uses points of a guest, for a reservation or without one: first for the one in which the guest stays today. What rank, price and balance
 * allow is said before anything is asked.
 */
export function UseDialog({ id, summary, onClose }: { id: number; summary: GuestPointSummary; onClose: () => void }) {
  const { balance, facilities, reservations } = summary;
  const loaded: Loaded<Values> = {
    version: 0,
    values: {
      use_point: "",
      stay_reservation_id: String(stayingIn(summary)?.id ?? ""),
      facility_account_id: String(facilities[0]?.id ?? ""),
      remarks: "",
    },
  };
  const { t } = useTranslation("points");
  const { toConfirm, save, back } = useTwoSteps<Values>(
    ({ use_point, stay_reservation_id: reservation, facility_account_id, remarks }, idempotencyKey) =>
      client.points.use(
        {
          id,
          use_point: pointsOf(use_point),
          remarks,
          ...(reservation === ""
            ? { facility_account_id: Number(facility_account_id) }
            : { stay_reservation_id: Number(reservation) }),
        },
        { context: { idempotencyKey } },
      ),
    ({ use_point }) => t("useDialog.done", { count: pointsOf(use_point) }),
    { changed: pointsChanged, onClose },
  );
  const form = useRecordForm<Values>({
    name: `customers/${id}/use-points`,
    call: "points.use",
    loaded,
    labels: {
      use_point: t("field.use_point"),
      stay_reservation_id: t("field.stay_reservation_id"),
      facility_account_id: t("field.facility_account_id"),
      remarks: t("field.remarks"),
    },
    check: (values) => {
      const points = Number(values.use_point);
      const [first] = values.use_point === "" || Number.isNaN(points) ? [] : limitsOf(summary, values).problems(points);
      return first === undefined ? {} : { use_point: first };
    },
    secret: ["use_point", "stay_reservation_id", "facility_account_id", "remarks"],
    save,
  });
  const points = pointsOf(form.values.use_point);
  const { least, most } = limitsOf(summary, form.values);
  const figures = { balance: formatNumber(balance), least: formatNumber(least), most: formatNumber(most) };
  return (
    <TwoStepDialog
      title={t("useDialog.title")}
      form={form}
      confirmation={
        toConfirm && t("useDialog.confirm", { points: formatNumber(points), after: formatNumber(balance - points) })
      }
      submit={t("useDialog.submit")}
      onBack={back}
      onClose={onClose}
    >
      <FigureField
        {...form.field("use_point")}
        unit="points"
        help={t(most < least ? "useDialog.none" : least > 1 ? "useDialog.between" : "useDialog.help", {
          ...figures,
          unit: formatNumber(summary.use_point_unit),
        })}
        autoFocus
      />
      <ChoiceField
        {...form.field("stay_reservation_id")}
        as="short"
        choices={[
          { value: "", label: t("field.noReservation") },
          ...reservations.map((one) => ({
            value: String(one.id),
            label: t("field.reservation", {
              code: one.original_reservation_code,
              date: formatDate(one.check_in_date),
            }),
          })),
        ]}
      />
      {form.values.stay_reservation_id === "" && facilities.length > 1 ? (
        <ChoiceField
          {...form.field("facility_account_id")}
          as="short"
          choices={facilities.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      ) : null}
      <TextField {...form.field("remarks")} />
    </TwoStepDialog>
  );
}

/** The reservation in which the guest stays today. */
function stayingIn({ reservations, today }: GuestPointSummary) {
  return reservations.find((one) => one.check_in_date <= today && one.check_out_date >= today);
}

/** What one use may be, with the reservation that is chosen. */
function limitsOf(summary: GuestPointSummary, { stay_reservation_id: chosen }: Values) {
  const { balance, reservations, use_point_unit, min_use_point, max_use_point } = summary;
  const payable = reservations.find((one) => String(one.id) === chosen)?.payable ?? null;
  const limits: UseLimits = { use_point_unit, min_use_point, max_use_point, payable };
  const most = mostUse({ ...limits, max_use_point: Math.min(balance, max_use_point ?? balance) }) ?? balance;
  return { least: leastUse(limits), most, problems: (points: number) => useProblems(points, balance, limits) };
}
