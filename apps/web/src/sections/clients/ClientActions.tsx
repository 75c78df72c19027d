import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client as calls } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { useClientRefusals } from "./client-refusals.ts";
import { type ClientDetail, clientChanged } from "./clients.api.ts";

/** What may be done with the client as a whole; what may not says why (specification §6, clients list). */
export function ClientActions({ client }: { client: ClientDetail }) {
  const { t } = useTranslation("clients");
  const go = useGo();
  const { provider, whyNotEdit, whyNotDelete } = useClientRefusals();
  const [asking, setAsking] = useState<"deactivate" | "activate">();
  const { id, name, user_count: people } = client;
  const run = async (act: "deactivate" | "activate") => {
    try {
      clientChanged(await calls.clients[act]({ id }));
      notify("success", t(`activity.${act}d`, { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const close = () => setAsking(undefined);
  return (
    <>
      {provider && client.active_status === "active" ? (
        <ReasonedButton color="danger" reason={whyNotDelete(client)} onClick={() => setAsking("deactivate")}>
          {t("activity.deactivate")}
        </ReasonedButton>
      ) : null}
      {provider && client.active_status === "inactive" ? (
        <ReasonedButton reason={whyNotEdit(client)} onClick={() => setAsking("activate")}>
          {t("activity.activate")}
        </ReasonedButton>
      ) : null}
      <ReasonedButton
        variant="filled"
        leftSection={<IconPencil size={16} aria-hidden />}
        reason={whyNotEdit(client)}
        onClick={() => void go(`/clients/${id}/edit`)}
      >
        {t("edit")}
      </ReasonedButton>
      <ConfirmDialog
        opened={asking === "deactivate"}
        onClose={close}
        title={t("activity.deactivateTitle", { name })}
        confirm={t("activity.deactivate")}
        danger
        onConfirm={() => run("deactivate")}
      >
        {people === null ? null : <p>{t("activity.deactivateUsers", { n: people })}</p>}
        <p>{t("activity.deactivateAccounts", { n: client.account_count })}</p>
        <p>{t("activity.deactivateKept")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "activate"}
        onClose={close}
        title={t("activity.activateTitle", { name })}
        confirm={t("activity.activate")}
        onConfirm={() => run("activate")}
      >
        {people === null ? null : t("activity.activateWhat", { n: people })}
      </ConfirmDialog>
    </>
  );
}
