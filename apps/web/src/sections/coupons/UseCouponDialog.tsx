import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { CouponVerdictText } from "../../parts/coupons/CouponVerdictText.tsx";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate } from "../../ui/format.ts";
import { type Choices, type CouponUseParams, choicesQuery, couponsChanged, quoteQuery } from "./coupons.api.ts";

type Values = {
  coupon_id: string;
  stay_reservation_id: string;
  quantity: FigureInput;
  plan_figure: FigureInput;
  remarks: string;
};

/**
 * Uses a coupon for a reservation of the guest, first for that of today's stay. Coupons that cannot be used for it stand last with the
 * reason; the second step says what it takes off, or everything that speaks against it.
 */
export function UseCouponDialog({ id, choices, onClose }: { id: number; choices: Choices; onClose: () => void }) {
  const { t } = useTranslation("coupons");
  const couponOf = (coupon: string) => choices.to_use.find((one) => String(one.id) === coupon);
  const requestOf = ({ coupon_id, stay_reservation_id, quantity, plan_figure }: Values): CouponUseParams => ({
    id,
    coupon_id: Number(coupon_id),
    stay_reservation_id: Number(stay_reservation_id),
    quantity: typeof quantity === "number" ? quantity : 1,
    ...(typeof plan_figure === "number" && couponOf(coupon_id)?.plan_figure ? { plan_figure } : {}),
  });
  const { toConfirm, save, back } = useTwoSteps<Values>(
    (values, idempotencyKey) =>
      client.coupons.use({ ...requestOf(values), remarks: values.remarks }, { context: { idempotencyKey } }),
    ({ coupon_id }) => t("use.done", { name: couponOf(coupon_id)?.name ?? "" }),
    { changed: couponsChanged, onClose },
  );
  const form = useRecordForm<Values>({
    name: `customers/${id}/use-coupons`,
    call: "coupons.use",
    loaded: {
      version: 0,
      values: { coupon_id: "", stay_reservation_id: stayingIn(choices), quantity: 1, plan_figure: "", remarks: "" },
    },
    labels: {
      coupon_id: t("field.coupon_id"),
      stay_reservation_id: t("field.stay_reservation_id"),
      quantity: t("field.quantity"),
      plan_figure: t("field.plan_figure"),
      remarks: t("field.remarks"),
    },
    secret: ["coupon_id", "stay_reservation_id", "quantity", "plan_figure", "remarks"],
    check: ({ coupon_id, stay_reservation_id, plan_figure }) => ({
      ...(coupon_id === "" ? { coupon_id: { code: "required" } as const } : {}),
      ...(stay_reservation_id === "" ? { stay_reservation_id: { code: "required" } as const } : {}),
      ...(couponOf(coupon_id)?.plan_figure && plan_figure === "" ? { plan_figure: { code: "required" } as const } : {}),
    }),
    save,
  });
  const quote = useQuery(quoteQuery(toConfirm && requestOf(toConfirm)));
  const chosen = couponOf(form.values.coupon_id);
  const reservation = Number(form.values.stay_reservation_id);
  const { data: judged } = useQuery({ ...choicesQuery(id, reservation), enabled: reservation > 0 });
  return (
    <TwoStepDialog
      title={t("use.title")}
      form={form}
      confirmation={toConfirm && <CouponVerdictText quote={quote} />}
      ready={quote.data?.applicable === true}
      submit={t("use.submit")}
      onBack={back}
      onClose={onClose}
    >
      <ChoiceField
        {...form.field("stay_reservation_id")}
        rule={{ required: true }}
        placeholder={t("field.choose")}
        choices={choices.reservations.map((one) => ({
          value: String(one.id),
          label: t("field.reservation", { code: one.original_reservation_code, date: formatDate(one.check_in_date) }),
        }))}
      />
      <ChoiceField
        {...form.field("coupon_id")}
        rule={{ required: true }}
        help={chosen?.description || undefined}
        placeholder={t("field.choose")}
        choices={(judged ?? choices).to_use.map(({ id: coupon, name, code, reasons: [against] }) => {
          const label = code === null ? name : t("use.withCode", { name, code });
          return {
            value: String(coupon),
            label: against === undefined ? label : t("use.notNow", { name: label, reason: against.message }),
            disabled: against !== undefined,
          };
        })}
      />
      {chosen?.plan_figure ? (
        <FigureField
          {...form.field("plan_figure")}
          unit={chosen.plan_figure}
          decimals={chosen.plan_figure === "percent" ? 3 : 0}
          help={t("use.planHelp")}
        />
      ) : null}
      {chosen !== undefined && chosen.use_quantity_limit !== 1 ? (
        <FigureField {...form.field("quantity")} unit="sheets" />
      ) : null}
      <TextField {...form.field("remarks")} />
    </TwoStepDialog>
  );
}

/** The reservation in which the guest stays today. */
function stayingIn({ reservations, today }: Choices): string {
  return String(reservations.find((one) => one.check_in_date <= today && one.check_out_date >= today)?.id ?? "");
}
