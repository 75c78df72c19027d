import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { useAccountRefusals } from "./account-refusals.ts";
import { type AccountDetail, accountChanged } from "./accounts.api.ts";

/** What may be done with the account as a whole; what may not says why (specification §6, accounts list). */
export function AccountActions({ account, withEdit }: { account: AccountDetail; withEdit: boolean }) {
  const { t } = useTranslation("accounts");
  const noRight = useNoRight();
  const go = useGo();
  const mayCreate = useMay("accounts/create");
  const { provider, whyNotEdit, whyNotDelete } = useAccountRefusals();
  const [asking, setAsking] = useState<"deactivate" | "activate">();
  const { id, name, user_count: n } = account;
  const active = account.active_status === "active";
  const run = async (act: "deactivate" | "activate") => {
    try {
      accountChanged(await client.accounts[act]({ id }));
      notify("success", t(`activity.${act}d`, { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const addNext = () =>
    void go("/accounts/new", {
      company_id: account.company_id,
      parent_id: account.parent_id ?? account.id,
      contract_started_at: account.contract_started_at ?? undefined,
      contract_ended_at: account.contract_ended_at ?? undefined,
    });
  return (
    <>
      {provider && active ? (
        <ReasonedButton color="danger" reason={whyNotDelete(account)} onClick={() => setAsking("deactivate")}>
          {t("activity.deactivate")}
        </ReasonedButton>
      ) : null}
      {provider && !active ? (
        <ReasonedButton reason={whyNotEdit(account)} onClick={() => setAsking("activate")}>
          {t("activity.activate")}
        </ReasonedButton>
      ) : null}
      {provider && active ? (
        <ReasonedButton
          leftSection={<IconPlus size={16} aria-hidden />}
          reason={mayCreate ? undefined : noRight}
          onClick={addNext}
        >
          {t("frame.add")}
        </ReasonedButton>
      ) : null}
      {withEdit ? (
        <ReasonedButton
          variant="filled"
          leftSection={<IconPencil size={16} aria-hidden />}
          reason={whyNotEdit(account)}
          onClick={() => void go(`/accounts/${id}/edit`)}
        >
          {t("edit")}
        </ReasonedButton>
      ) : null}
      <ConfirmDialog
        opened={asking === "deactivate"}
        onClose={() => setAsking(undefined)}
        title={t("activity.deactivateTitle", { name })}
        confirm={t("activity.deactivate")}
        danger
        onConfirm={() => run("deactivate")}
      >
        {n === null ? null : <p>{n > 0 ? t("activity.deactivateUsers", { n }) : t("activity.deactivateNobody")}</p>}
        {account.children.length > 0 ? <p>{t("activity.deactivateBelow", { n: account.children.length })}</p> : null}
        <p>{t("activity.deactivateKept")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "activate"}
        onClose={() => setAsking(undefined)}
        title={t("activity.activateTitle", { name })}
        confirm={t("activity.activate")}
        onConfirm={() => run("activate")}
      >
        {n === null ? null : t("activity.activateWhat", { n })}
      </ConfirmDialog>
    </>
  );
}
