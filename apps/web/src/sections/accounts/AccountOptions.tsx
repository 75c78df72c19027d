import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { RecordFormTop } from "../../shell/RecordFormTop.tsx";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { type RecordForm, useRecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountDetail, accountChanged, accountQuery, siteQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";
import { OptionRows, PeriodState } from "./OptionRows.tsx";
import { draftsOf, type OptionDraft, optionInputs, optionProblems } from "./option-draft.ts";

/** Which options the account has, and from when until when. */
export function AccountOptions({ id }: { id: number }) {
  const { data: account } = useQuery(accountQuery(id));
  const { data: site } = useQuery(siteQuery());
  if (account === undefined || site === undefined) return null;
  return account.editable_parts.includes("options") ? (
    <OptionsForm key={id} account={account} today={site.today} />
  ) : (
    <OptionsTable account={account} today={site.today} />
  );
}

type OptionsProps = { account: AccountDetail; today: string };
type Values = { options: OptionDraft[] };

const loadedFrom = (account: AccountDetail) => ({
  version: account.version,
  values: { options: draftsOf(account.account_options) } satisfies Values,
});

function OptionsForm({ account, today }: OptionsProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const say = useProblemText();
  const { id } = account;
  const isTopLevel = account.parent_id === null;
  const form = useRecordForm<Values>({
    name: `accounts/${id}`,
    loaded: loadedFrom(account),
    labels: { options: t("options.part") },
    check: ({ options }) => inWords(optionProblems(options, isTopLevel), (code) => say({ code })),
    save: async ({ version, values }) => {
      const saved = await client.accounts.updateOptions({ id, version, options: optionInputs(values.options) });
      accountChanged(saved);
      return loadedFrom(saved);
    },
    newest: async () => loadedFrom(await queryClient.fetchQuery({ ...accountQuery(id), staleTime: 0 })),
  });
  const save = async () => {
    if ((await form.save()) !== undefined) notify("success", t("options.saved"));
  };
  return (
    <>
      <RecordFormTop form={{ ...form, told: useRowWords(form) }} />
      <Card title={t("options.title")}>
        <p className={styles.lead}>
          {t("options.lead")} {isTopLevel ? null : t("options.topOnly")}
        </p>
        <OptionRows
          rows={form.values.options}
          onChange={(options) => form.change({ options })}
          errors={form.errors}
          idOf={form.idOf}
          isTopLevel={isTopLevel}
          today={today}
          startsOn={today}
          empty={t("options.empty")}
        />
      </Card>
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void save()} onDiscard={form.discard} />
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}

/** Problems by field, said in words. */
export function inWords<P>(problems: Record<string, P>, say: (problem: P) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([path, problem]) => [path, say(problem)]));
}

/** For the summary above a form with option rows: each line names its row. */
export function useRowWords<V extends Record<string, unknown>>(
  form: Pick<RecordForm<V>, "errors" | "told" | "idOf">,
): RecordForm<V>["told"] {
  const { t } = useTranslation("accounts");
  const fields: Record<string, string> = {
    option_type: t("options.type"),
    option_started_at: t("options.started"),
    option_ended_at: t("options.ended"),
    option_item: t("options.item"),
  };
  const ofRows = Object.entries(form.errors).flatMap(([path, message]) => {
    const [, row, name = ""] = /^options\.([0-9]+)\.(\w+)$/.exec(path) ?? [];
    if (row === undefined) return [];
    const label = t("options.row", { n: Number(row) + 1, field: fields[name] ?? "" });
    return [{ path, line: { id: form.idOf(path), message: t("error.field", { label, message }) } }];
  });
  const rowIds = new Set(ofRows.map(({ line }) => line.id));
  return [...form.told.filter((line) => line.id === undefined || !rowIds.has(line.id)), ...ofRows.map((r) => r.line)];
}

function OptionsTable({ account, today }: OptionsProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const columns: Column<OptionDraft>[] = [
    {
      key: "type",
      title: t("options.type"),
      render: (row) => <strong>{t(`ui:option.${row.option_type}`)}</strong>,
    },
    { key: "start", title: t("options.started"), render: (row) => <DateText value={row.option_started_at} /> },
    {
      key: "end",
      title: t("options.ended"),
      render: (row) => (row.option_ended_at ? <DateText value={row.option_ended_at} /> : t("options.openEnd")),
    },
    { key: "item", title: t("options.item"), render: (row) => row.option_item || t("ui:none") },
    { key: "state", title: t("options.state"), render: (row) => <PeriodState row={row} today={today} /> },
  ];
  return (
    <Card flush title={t("options.title")} note={t("options.readOnly")}>
      <DataTable
        caption={t("options.title")}
        columns={columns}
        rows={draftsOf(account.account_options)}
        rowKey={(row) => row.key}
        minWidth={640}
        empty={<p className={styles.padded}>{t("options.empty")}</p>}
      />
    </Card>
  );
}
