import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { useUserRefusals } from "./user-refusals.ts";
import { type UserDetail, userChanged } from "./users.api.ts";
import styles from "./users.module.css";

const ACTS = ["reinvite", "force_password", "reset_tfa", "deactivate", "activate"] as const;
type Act = (typeof ACTS)[number];
const CALLS = {
  reinvite: client.users.reinvite,
  force_password: client.users.forcePassword,
  reset_tfa: client.users.resetTfa,
  deactivate: client.users.deactivate,
  activate: client.users.activate,
} as const;
const DANGEROUS: readonly Act[] = ["reset_tfa", "deactivate"];

/** What may be done with somebody's sign-in. What does not fit their state is not offered; what is refused says why. */
export function UserActs({ user }: { user: UserDetail }) {
  const { t } = useTranslation("users");
  const { words, whyNotEdit } = useUserRefusals();
  const [asking, setAsking] = useState<Act>();
  const refusalOf = (act: Act) => user.acts.find((each) => each.act === act)?.refusal ?? null;
  const reasonOf = (act: Act) => {
    const refusal = refusalOf(act);
    if (refusal === "not_permitted") return whyNotEdit(user) ?? words(refusal);
    if (refusal !== null) return words(refusal);
    return act === "force_password" && user.password_update_required ? t("refusal.demanded") : undefined;
  };
  const fitting = ACTS.filter((act) => fits(act, user.status) && refusalOf(act) !== "wrong_status");
  const values = { name: user.name, mail: user.user_email };
  const run = async (act: Act) => {
    try {
      userChanged(await CALLS[act]({ id: user.id }));
      notify("success", t(`act.${act}.done`, values));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <Card title={t("act.title")} flush>
      <ul className={styles.acts}>
        {fitting.map((act) => {
          const reason = reasonOf(act);
          return (
            <li key={act} className={styles.act}>
              <div className={styles.actWords}>
                <p>{t(`act.${act}.what`, values)}</p>
                {reason ? <small>{reason}</small> : null}
              </div>
              <ReasonedButton
                {...(DANGEROUS.includes(act) ? { color: "danger" } : {})}
                reason={reason}
                onClick={() => setAsking(act)}
              >
                {t(`act.${act}.name`)}
              </ReasonedButton>
            </li>
          );
        })}
      </ul>
      {asking ? (
        <ConfirmDialog
          opened
          onClose={() => setAsking(undefined)}
          title={t(`act.${asking}.title`, values)}
          confirm={t(`act.${asking}.name`)}
          danger={DANGEROUS.includes(asking)}
          onConfirm={() => run(asking)}
        >
          {t(`act.${asking}.will`, values)}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

/** Whether the act makes sense in this state; the server says so only to whoever may do it. */
function fits(act: Act, status: UserDetail["status"]): boolean {
  switch (act) {
    case "reinvite":
      return status === "pending";
    case "activate":
      return status === "inactive";
    case "deactivate":
      return status !== "inactive";
    default:
      return status === "active";
  }
}
