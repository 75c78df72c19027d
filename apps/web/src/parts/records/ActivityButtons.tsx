import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";

type Act = "deactivate" | "activate";

type ActivityButtonsProps = {
  record: { name: string; active_status: "active" | "inactive" };
  /** Why it may not be, in words; undefined = it may. */
  whyNot: { [A in Act]?: string | undefined };
  /** What happens; without words it is done at once. */
  means: { [A in Act]?: ReactNode };
  run: (act: Act) => Promise<unknown>;
};

/** Takes a record out of use, or back into it. Nothing of it is lost either way. */
export function ActivityButtons({ record, whyNot, means, run }: ActivityButtonsProps) {
  const { t } = useTranslation("fields");
  // What was asked about stays in the dialog while it closes, whatever the record has become.
  const [pendingAct, setPendingAct] = useState<Act>("deactivate");
  const [asking, setAsking] = useState(false);
  const { name } = record;
  const act = record.active_status === "active" ? "deactivate" : "activate";
  const go = async (chosen: Act) => {
    try {
      await run(chosen);
      notify("success", t(`activity.${chosen}d`, { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <>
      <ReasonedButton
        {...(act === "deactivate" ? { color: "danger" } : {})}
        reason={whyNot[act]}
        onClick={() => {
          if (means[act] === undefined) return void go(act);
          setPendingAct(act);
          return setAsking(true);
        }}
      >
        {t(`activity.${act}`)}
      </ReasonedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`activity.${pendingAct}Title`, { name })}
        confirm={t(`activity.${pendingAct}`)}
        danger={pendingAct === "deactivate"}
        onConfirm={() => go(pendingAct)}
      >
        {means[pendingAct]}
      </ConfirmDialog>
    </>
  );
}
