import { POINT_EXPIRATION_TYPES, type PointExpirationType } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { type Loaded, useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { GrantConfirmation, type GrantPreview } from "./GrantConfirmation.tsx";
import { type Grant, type GuestPointSummary, pointsChanged, pointsOf } from "./points.api.ts";

type Values = {
  grant_point: FigureInput;
  expiration_type: PointExpirationType;
  expiration_date: string;
  expiration_days_from_grant: FigureInput;
  expiration_days_from_last_stay: FigureInput;
  facility_account_id: string;
  remarks: string;
};

type GrantDialogProps = {
  id: number;
  summary: GuestPointSummary;
  /** Points are given, taken from all grants, or from the one. */
  act: "grant" | "deduct" | Grant;
  onClose: () => void;
};

/** Grants points by hand, or takes them away; the amount is typed without a sign. */
export function GrantDialog({ id, summary, act, onClose }: GrantDialogProps) {
  const { balance, facilities, approval_above: above } = summary;
  const kind = typeof act === "string" ? act : "revoke";
  const loaded: Loaded<Values> = {
    version: 0,
    values: {
      grant_point: "",
      expiration_type: "none",
      expiration_date: "",
      expiration_days_from_grant: 365,
      expiration_days_from_last_stay: 365,
      facility_account_id: String(facilities[0]?.id ?? ""),
      remarks: "",
    },
  };
  const { t } = useTranslation("points");
  const waits = (points: FigureInput) => kind === "grant" && above !== null && pointsOf(points) > above;
  const { toConfirm, preview, save, back } = useTwoSteps<Values, GrantPreview>(
    (values, idempotencyKey) => client.points.grant({ id, ...inputOf(values, act) }, { context: { idempotencyKey } }),
    ({ grant_point }) =>
      t(waits(grant_point) ? "request.made" : `${kind}Dialog.done`, { count: pointsOf(grant_point) }),
    {
      changed: pointsChanged,
      onClose,
      preview: (values) => client.points.previewGrant({ id, ...inputOf(values, act) }),
    },
  );
  const form = useRecordForm<Values>({
    name: `customers/${id}/grant-points`,
    call: "points.grant",
    loaded,
    labels: {
      grant_point: t(kind === "grant" ? "field.grant_point" : AMOUNT[kind]),
      expiration_type: t("field.expiration_type"),
      expiration_date: t("field.expiration_date"),
      expiration_days_from_grant: t("field.expiration_days_from_grant"),
      expiration_days_from_last_stay: t("field.expiration_days_from_last_stay"),
      facility_account_id: t("field.facility_account_id"),
      remarks: t("field.remarks"),
    },
    secret: ["grant_point", "remarks"],
    check: ({ grant_point, expiration_type, expiration_date }) => ({
      ...(pointsOf(grant_point) < 1 ? { grant_point: { code: "too_small", min: 1 } } : {}),
      ...(expiration_type === "date" && expiration_date === "" ? { expiration_date: { code: "required" } } : {}),
    }),
    save,
  });
  const type = form.values.expiration_type;
  const help =
    typeof act === "string"
      ? kind === "deduct" && t("deductDialog.help", { balance: formatNumber(balance) })
      : t("revokeDialog.help", { date: formatDate(act.grant_date), points: formatNumber(act.grant_point) });
  return (
    <TwoStepDialog
      title={t(`${kind}Dialog.title`)}
      form={form}
      confirmation={toConfirm && preview ? <GrantConfirmation kind={kind} preview={preview} /> : undefined}
      submit={preview?.needs_approval ? t("request.submit") : t(`${kind}Dialog.submit`)}
      danger={kind !== "grant"}
      onBack={back}
      onClose={onClose}
    >
      <FigureField {...form.field("grant_point")} unit="points" help={help || undefined} autoFocus />
      {kind === "grant" ? (
        <ChoiceField
          {...form.field("expiration_type")}
          as="open"
          choices={POINT_EXPIRATION_TYPES.map((value) => ({ value, label: t(`expiryType.${value}`) }))}
        />
      ) : null}
      {kind === "grant" && type === "date" ? (
        <DateField {...form.field("expiration_date")} rule={{ required: true }} help={t("field.dateHelp")} />
      ) : null}
      {kind === "grant" && type === "days_from_grant" ? (
        <FigureField {...form.field("expiration_days_from_grant")} unit="days" />
      ) : null}
      {kind === "grant" && type === "days_from_last_stay" ? (
        <FigureField {...form.field("expiration_days_from_last_stay")} unit="days" help={t("field.lastStayHelp")} />
      ) : null}
      {kind !== "revoke" && facilities.length > 1 ? (
        <ChoiceField
          {...form.field("facility_account_id")}
          as="short"
          choices={facilities.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      ) : null}
      <TextField {...form.field("remarks")} help={t("field.remarksHelp")} />
    </TwoStepDialog>
  );
}

const AMOUNT = { deduct: "field.deduct_point", revoke: "field.revoke_point" } as const;

/** What the call takes: only the field of the chosen expiry, and points that are taken away as negative ones. */
function inputOf(values: Values, act: GrantDialogProps["act"]) {
  const { remarks } = values;
  const points = pointsOf(values.grant_point);
  if (typeof act !== "string") return { grant_point: -points, remarks, reverses_grant_point_id: act.id };
  const facility_account_id = Number(values.facility_account_id);
  if (act === "deduct") return { grant_point: -points, remarks, facility_account_id };
  const { expiration_type: type } = values;
  return {
    grant_point: points,
    remarks,
    facility_account_id,
    expiration_type: type,
    ...(type === "date" ? { expiration_date: values.expiration_date } : {}),
    ...(type === "days_from_grant" ? { expiration_days_from_grant: pointsOf(values.expiration_days_from_grant) } : {}),
    ...(type === "days_from_last_stay"
      ? { expiration_days_from_last_stay: pointsOf(values.expiration_days_from_last_stay) }
      : {}),
  };
}
