import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { ActivityButtons } from "../../shell/ActivityButtons.tsx";
import { EditButton } from "../../shell/RecordButtons.tsx";
import { useClientRefusals } from "./client-refusals.ts";
import { type ClientDetail, clientChanged } from "./clients.api.ts";

/** What may be done with the client as a whole; what may not says why (specification §6, clients list). */
export function ClientActions({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "fields"]);
  const { provider, whyNotEdit, whyNotDelete } = useClientRefusals();
  const { id, user_count: people } = client;
  return (
    <>
      {provider ? (
        <ActivityButtons
          record={client}
          whyNot={{ deactivate: whyNotDelete(client), activate: whyNotEdit(client) }}
          means={{
            deactivate: (
              <>
                {people === null ? null : <p>{t("activity.deactivateUsers", { count: people })}</p>}
                <p>{t("activity.deactivateAccounts", { count: client.account_count })}</p>
                <p>{t("fields:activity.kept")}</p>
              </>
            ),
            activate: people === null ? null : t("activity.activateWhat", { count: people }),
          }}
          run={async (act) => clientChanged(await calls.clients[act]({ id }))}
        />
      ) : null}
      <EditButton to={`/clients/${id}/edit`} reason={whyNotEdit(client)} />
    </>
  );
}
