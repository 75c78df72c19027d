import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { couponsChanged } from "./coupons.api.ts";

type RemarksDialogProps = {
  act: "takeBack" | "cancelUse";
  name: string;
  sure: ReactNode;
  run: (remarks: string, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
};

/** Takes something back, with the reason that stays in the history. */
export function RemarksDialog({ act, name, sure, run, onClose }: RemarksDialogProps) {
  const { t } = useTranslation("coupons");
  const { asked, save, back } = useTwoSteps<{ remarks: string }>(
    ({ remarks }, key) => run(remarks, key),
    () => t(`${act}.done`, { name }),
    { changed: couponsChanged, onClose },
  );
  const form = useRecordForm({
    name: `coupons/${act}`,
    call: `coupons.${act}`,
    loaded: { version: 0, values: { remarks: "" } },
    labels: { remarks: t("field.reason") },
    secret: ["remarks"],
    save,
  });
  return (
    <TwoStepDialog
      title={t(`${act}.title`)}
      form={form}
      sure={asked && sure}
      submit={t(`${act}.submit`)}
      danger
      onBack={back}
      onClose={onClose}
    >
      <TextField {...form.field("remarks")} help={t("field.reasonHelp")} autoFocus />
    </TwoStepDialog>
  );
}
