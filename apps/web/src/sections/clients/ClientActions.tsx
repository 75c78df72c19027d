import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { StopCounts } from "../../parts/accounts/StopCounts.tsx";
import { ActivityButtons } from "../../parts/records/ActivityButtons.tsx";
import { EditButton } from "../../parts/records/RecordButtons.tsx";
import { useNoRight } from "../../shell/no-right.ts";
import { useSide } from "../../shell/use-may.ts";
import { type Client, type ClientDetail, clientChanged } from "./clients.api.ts";

/** Why a client may not be changed (specification §6, clients list), in words; undefined = it may. */
export function useClientRefusals() {
  const { t } = useTranslation("clients");
  const noRight = useNoRight();
  const { provider } = useSide();
  const whyNotEdit = ({ page_actions }: Pick<Client, "page_actions">) =>
    rowAllows(page_actions, "edit") ? undefined : provider ? noRight : t("refusal.byProvider");
  const whyNotDelete = ({ page_actions, is_provider }: Client) =>
    is_provider ? t("refusal.provider") : rowAllows(page_actions, "delete") ? undefined : noRight;
  return { provider, whyNotEdit, whyNotDelete };
}

/** What may be done with the client as a whole; what may not says why (specification §6, clients list). */
export function ClientActions({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "fields"]);
  const { provider, whyNotEdit, whyNotDelete } = useClientRefusals();
  const { id, user_count: people } = client;
  const deactivate = (
    <>
      {people === null ? null : <p>{t("activity.deactivateUsers", { count: people })}</p>}
      <p>{t("activity.deactivateAccounts", { count: client.account_count })}</p>
      {whyNotEdit(client) === undefined ? <StopCounts of={{ client: id }} /> : null}
      <p>{t("fields:activity.dataRemains")}</p>
    </>
  );
  return (
    <>
      {provider ? (
        <ActivityButtons
          record={client}
          whyNot={{ deactivate: whyNotDelete(client), activate: whyNotEdit(client) }}
          means={{ deactivate, activate: people === null ? null : t("activity.activateWhat", { count: people }) }}
          run={async (act) => clientChanged(await calls.clients[act]({ id }))}
        />
      ) : null}
      <EditButton to={`/clients/${id}/edit`} reason={whyNotEdit(client)} />
    </>
  );
}
