import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ReasonDialog } from "../../parts/records/ReasonDialog.tsx";
import { couponsChanged } from "./coupons.api.ts";

type RemarksDialogProps = {
  act: "revoke" | "cancelUse";
  name: string;
  confirmation: ReactNode;
  run: (remarks: string, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
};

/** Takes a coupon or a use of one back. */
export function RemarksDialog({ act, name, confirmation, run, onClose }: RemarksDialogProps) {
  const { t } = useTranslation("coupons");
  return (
    <ReasonDialog
      name={`coupons/${act}`}
      call={`coupons.${act}`}
      words={{
        title: t(`${act}.title`),
        reason: t("field.reason"),
        help: t("field.reasonHelp"),
        submit: t(`${act}.submit`),
        done: t(`${act}.done`, { name }),
      }}
      confirmation={confirmation}
      act={run}
      changed={couponsChanged}
      onClose={onClose}
    />
  );
}
