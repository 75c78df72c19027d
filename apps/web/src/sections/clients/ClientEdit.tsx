import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { useRecordForm } from "../../shell/use-record-form.ts";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { ClientForm, type ClientValues } from "./ClientForm.tsx";
import { type ClientDetail, clientChanged, clientQuery } from "./clients.api.ts";

/** The detail screen's edit mode. */
export function ClientEdit({ id }: { id: number }) {
  const { data: client } = useQuery(clientQuery(id));
  return client === undefined ? null : <EditForm key={id} client={client} />;
}

const loadedFrom = ({ version, name }: ClientDetail) => ({ version, values: { name } });

function EditForm({ client }: { client: ClientDetail }) {
  const { t } = useTranslation("clients");
  const go = useGo();
  const { id } = client;
  const form = useRecordForm<ClientValues>({
    name: `clients/${id}`,
    loaded: loadedFrom(client),
    labels: { name: t("form.name") },
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("form.missing") } : {}),
    save: async ({ version, values }) => {
      const saved = await calls.clients.update({ id, version, ...values });
      clientChanged(saved);
      return loadedFrom(saved);
    },
    newest: async () => loadedFrom(await queryClient.fetchQuery({ ...clientQuery(id), staleTime: 0 })),
  });
  const save = async () => {
    const saved = form.changed.length === 0 ? undefined : await form.save();
    if (saved === undefined) return;
    notify("success", t("form.saved", { name: saved.values.name }));
    await go(`/clients/${id}`);
  };
  return (
    <>
      <ClientForm form={form} onSubmit={() => void save()} />
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void save()} onDiscard={form.discard} />
    </>
  );
}
