import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatNumber } from "../../ui/format.ts";
import { type Choices, couponsChanged } from "./coupons.api.ts";

type Values = { coupon_id: string; remarks: string };

/** Gives a coupon that was sent to others to one more guest. */
export function GiveCouponDialog({ id, choices, onClose }: { id: number; choices: Choices; onClose: () => void }) {
  const { t } = useTranslation(["coupons", "campaigns"]);
  const couponOf = (coupon: string) => choices.to_give.find((one) => String(one.id) === coupon);
  const called = ({ name, variant }: Choices["to_give"][number]) =>
    variant === null ? name : t("campaigns:compare.called", { name, variant: variant });
  const nameOf = (coupon: string) => {
    const chosen = couponOf(coupon);
    return chosen === undefined ? "" : called(chosen);
  };
  const { toConfirm, save, back } = useTwoSteps<Values>(
    ({ coupon_id, remarks }, idempotencyKey) =>
      client.coupons.give({ id, coupon_id: Number(coupon_id), remarks }, { context: { idempotencyKey } }),
    ({ coupon_id }) => t("give.done", { name: nameOf(coupon_id) }),
    { changed: couponsChanged, onClose },
  );
  const form = useRecordForm<Values>({
    name: `customers/${id}/acquire-coupons`,
    call: "coupons.give",
    loaded: { version: 0, values: { coupon_id: "", remarks: "" } },
    labels: { coupon_id: t("field.coupon_id"), remarks: t("field.reason") },
    secret: ["coupon_id", "remarks"],
    check: ({ coupon_id }) => (coupon_id === "" ? { coupon_id: { code: "required" } } : {}),
    save,
  });
  return (
    <TwoStepDialog
      title={t("give.title")}
      form={form}
      confirmation={toConfirm && t("give.confirm", { name: nameOf(toConfirm.coupon_id) })}
      submit={t("give.submit")}
      onBack={back}
      onClose={onClose}
    >
      <ChoiceField
        {...form.field("coupon_id")}
        rule={{ required: true }}
        help={couponOf(form.values.coupon_id)?.description || undefined}
        placeholder={t("field.choose")}
        choices={choices.to_give.map((one) => ({
          value: String(one.id),
          label:
            one.left === null
              ? called(one)
              : t("give.withLeft", { name: called(one), n: formatNumber(Math.max(0, one.left)) }),
        }))}
      />
      <TextField {...form.field("remarks")} help={t("field.reasonHelp")} />
    </TwoStepDialog>
  );
}
