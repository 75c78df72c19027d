import { OPTION_TYPES } from "@okaeri/domain/permissions/plan-options";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RecordFormState } from "../../parts/records/use-record-form.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { RowsField } from "../../ui/fields/RowsField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { OptionDraft } from "./option-draft.ts";

type OptionRowsProps<V extends { options: OptionDraft[] }> = {
  form: RecordFormState<V>;
  isTopLevel: boolean;
  /** YYYY-MM-DD; the first day offered for a new row, and what says whether one runs. */
  today: string;
  startsOn: string;
  /** The account itself is new: no row has a state yet. */
  isNew?: boolean;
  empty: string;
};

/** The options of an account, one period a row. */
export function OptionRows<V extends { options: OptionDraft[] }>(props: OptionRowsProps<V>) {
  const { form, isTopLevel, today, startsOn, isNew = false, empty } = props;
  const { t } = useTranslation(["accounts", "ui"]);
  const [asking, setAsking] = useState<OptionDraft>();
  const rows = form.values.options;
  const offered = OPTION_TYPES.filter((type) => isTopLevel || type !== "crm_option_parent");
  const make = (): OptionDraft => {
    // The first one not there yet is the likeliest.
    const option_type =
      offered.find((type) => type !== "crm_option_parent" && !rows.some((row) => row.option_type === type)) ??
      "crm_option";
    const row = { id: null, option_type, option_started_at: startsOn || today, option_ended_at: "", option_item: "" };
    return { key: `new-${crypto.randomUUID()}`, ...row };
  };
  const runs = (row: OptionDraft) =>
    row.id !== null && row.option_started_at <= today && (row.option_ended_at === "" || row.option_ended_at >= today);
  const remove = (going: OptionDraft) =>
    form.change({ options: rows.filter((row) => row.key !== going.key) } as Partial<V>);
  const nameOf = (row: OptionDraft) => t(`ui:option.${row.option_type}`);
  return (
    <>
      <RowsField
        {...form.field("options", t("form.options"))}
        value={rows}
        hideLabel
        keyOf={(row) => row.key}
        nameOf={nameOf}
        make={make}
        first="option_type"
        add={t("options.add")}
        empty={empty}
        aside={(row) => (isNew ? null : <PeriodState row={row} today={today} />)}
        onRemove={(row) => {
          if (runs(row)) setAsking(row);
          return !runs(row);
        }}
        row={(row, index) => {
          const types = offered.includes(row.option_type) ? offered : [...offered, row.option_type];
          const path = `options.${index}`;
          return (
            <>
              <ChoiceField
                {...form.field(`${path}.option_type`, t("options.type"))}
                choices={types.map((type) => ({ value: type, label: t(`ui:option.${type}`) }))}
              />
              <DateField {...form.field(`${path}.option_started_at`, t("options.started"))} />
              <DateField {...form.field(`${path}.option_ended_at`, t("options.ended"))} />
              <TextField {...form.field(`${path}.option_item`, t("options.item"))} />
            </>
          );
        }}
      />
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking ? t("options.removeTitle", { name: nameOf(asking) }) : ""}
        confirm={t("options.removeConfirm")}
        danger
        onConfirm={() => asking && remove(asking)}
      >
        <p>{asking ? t(`options.removeLost.${asking.option_type}`) : null}</p>
        <p>{t("options.removeInstead")}</p>
      </ConfirmDialog>
    </>
  );
}

/** Where a period stands today, as it is typed. */
export function PeriodState({ row, today }: { row: Omit<OptionDraft, "key">; today: string }) {
  const { t } = useTranslation("accounts");
  if (row.id === null) return <Tag kind="info">{t("options.states.unsaved")}</Tag>;
  if (row.option_started_at > today) return <Tag>{t("options.states.before")}</Tag>;
  if (row.option_ended_at !== "" && row.option_ended_at < today) return <Tag>{t("options.states.ended")}</Tag>;
  return <Tag kind="success">{t("options.states.running")}</Tag>;
}
