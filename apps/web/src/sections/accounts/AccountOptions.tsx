import { stopsNow } from "@okaeri/domain/accounts/ends";
import { parseDate } from "@okaeri/domain/calendar-date";
import { OPTION_TYPES } from "@okaeri/domain/permissions/plan-options";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../parts/records/use-edit-form.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { Cards } from "../../ui/Cards.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import type { Column } from "../../ui/table-props.ts";
import { DateText } from "../../ui/values.tsx";
import { type AccountDetail, accountChanged, accountQuery, accountSiteQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";
import { OptionRows, PeriodState } from "./OptionRows.tsx";
import { draftsOf, type OptionDraft, optionInputs, optionProblems } from "./option-draft.ts";
import { PlanCard } from "./PlanCard.tsx";
import { StopAccountDialog } from "./StopAccountDialog.tsx";

/** Which options the account has, and from when until when. */
export function AccountOptions({ id }: { id: number }) {
  const { data: account } = useQuery(accountQuery(id));
  const { data: site } = useQuery(accountSiteQuery());
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
  const { id } = account;
  const isTopLevel = account.parent_id === null;
  const form = useEditForm({
    name: `accounts/${id}`,
    call: "accounts.updateOptions",
    labels: { options: t("options.part") },
    check: ({ options }) => optionProblems(options, isTopLevel),
    query: accountQuery(id),
    from: loadedFrom,
    write: ({ version, values }) =>
      client.accounts.updateOptions({ id, version, options: optionInputs(values.options) }),
    changed: accountChanged,
  });
  const [asking, setAsking] = useState(false);
  const day = parseDate(today);
  const stops =
    day === undefined || Object.keys(optionProblems(form.values.options, isTopLevel)).length > 0
      ? []
      : OPTION_TYPES.filter((type) =>
          stopsNow(periodsOf(draftsOf(account.account_options), type), periodsOf(form.values.options, type), day),
        );
  const save = async () => {
    if (form.changed.length > 0 && (await form.save()) !== undefined) notify("success", t("options.saved"));
  };
  return (
    <>
      <RecordForm form={form} onSubmit={() => (stops.length > 0 ? setAsking(true) : save())}>
        <Card title={t("options.title")}>
          <p className={styles.lead}>
            {t("options.lead")} {isTopLevel ? null : t("options.topOnly")}
          </p>
          <OptionRows form={form} isTopLevel={isTopLevel} today={today} startsOn={today} empty={t("options.empty")} />
        </Card>
        <PlanCard isTopLevel={isTopLevel} />
      </RecordForm>
      <StopAccountDialog
        account={account}
        stops={stops}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={save}
      />
    </>
  );
}

const periodsOf = (drafts: readonly OptionDraft[], type: OptionDraft["option_type"]) =>
  drafts
    .filter(({ option_type }) => option_type === type)
    .map(({ option_started_at: from, option_ended_at: to }) => ({
      from: parseDate(from) ?? null,
      to: parseDate(to) ?? null,
    }));

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
    <Cards>
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
      <PlanCard isTopLevel={account.parent_id === null} />
    </Cards>
  );
}
