import { ActionIcon, Button, Select, TextInput, Tooltip } from "@mantine/core";
import { OPTION_TYPES, type OptionType } from "@okaeri/domain/permissions/plan-options";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Tag } from "../../ui/Tag.tsx";
import styles from "./accounts.module.css";
import type { OptionDraft } from "./option-draft.ts";

type OptionRowsProps = {
  rows: OptionDraft[];
  onChange: (rows: OptionDraft[]) => void;
  /** Dotted path → what is wrong. */
  errors: Readonly<Record<string, string>>;
  idOf: (path: string) => string;
  isTopLevel: boolean;
  /** YYYY-MM-DD; the first day offered for a new row, and what says whether one runs. */
  today: string;
  startsOn: string;
  /** The account itself is new: no row has a state yet. */
  isNew?: boolean;
  empty: string;
};

let added = 0;

/** The options of an account, one period a row; what is wrong stands beside its row. */
export function OptionRows(props: OptionRowsProps) {
  const { rows, onChange, errors, idOf, isTopLevel, today, startsOn, isNew = false, empty } = props;
  const { t } = useTranslation(["accounts", "ui"]);
  const [asking, setAsking] = useState<OptionDraft>();
  const offered = OPTION_TYPES.filter((type) => isTopLevel || type !== "crm_option_parent");
  const set = (key: string, change: Partial<OptionDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const add = () => {
    added += 1;
    // The first one not there yet is the likeliest.
    const option_type =
      offered.find((type) => type !== "crm_option_parent" && !rows.some((row) => row.option_type === type)) ??
      "crm_option";
    const row = { id: null, option_type, option_started_at: startsOn || today, option_ended_at: "", option_item: "" };
    onChange([...rows, { key: `new-${added}`, ...row }]);
  };
  const remove = (row: OptionDraft) => onChange(rows.filter((other) => other.key !== row.key));
  const runs = (row: OptionDraft) =>
    row.id !== null && row.option_started_at <= today && (row.option_ended_at === "" || row.option_ended_at >= today);
  return (
    <div className={styles.optionRows}>
      {rows.length === 0 ? <p className={styles.quiet}>{empty}</p> : null}
      <ul>
        {rows.map((row, index) => {
          const error = (field: keyof OptionDraft) => errors[`options.${index}.${field}`];
          const field = (name: keyof OptionDraft, label: string) => ({
            id: idOf(`options.${index}.${name}`),
            label,
            error: error(name),
          });
          const types = offered.includes(row.option_type) ? offered : [...offered, row.option_type];
          const name = t(`ui:option.${row.option_type}`);
          return (
            <li key={row.key}>
              <Select
                {...field("option_type", t("options.type"))}
                data={types.map((type) => ({ value: type, label: t(`ui:option.${type}`) }))}
                value={row.option_type}
                allowDeselect={false}
                onChange={(value) => set(row.key, { option_type: value as OptionType })}
              />
              <TextInput
                {...field("option_started_at", t("options.started"))}
                type="date"
                value={row.option_started_at}
                onChange={(event) => set(row.key, { option_started_at: event.currentTarget.value })}
              />
              <TextInput
                {...field("option_ended_at", t("options.ended"))}
                type="date"
                value={row.option_ended_at}
                onChange={(event) => set(row.key, { option_ended_at: event.currentTarget.value })}
              />
              <TextInput
                {...field("option_item", t("options.item"))}
                value={row.option_item}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => set(row.key, { option_item: event.currentTarget.value })}
              />
              <span className={styles.rowEnd}>
                {isNew ? null : <PeriodState row={row} today={today} />}
                <Tooltip label={t("options.remove", { n: index + 1, name })}>
                  <ActionIcon
                    aria-label={t("options.remove", { n: index + 1, name })}
                    onClick={() => (runs(row) ? setAsking(row) : remove(row))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </span>
            </li>
          );
        })}
      </ul>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {t("options.add")}
      </Button>
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking ? t("options.removeTitle", { name: t(`ui:option.${asking.option_type}`) }) : ""}
        confirm={t("options.removeConfirm")}
        danger
        onConfirm={() => asking && remove(asking)}
      >
        <p>{asking ? t(`options.removeLost.${asking.option_type}`) : null}</p>
        <p>{t("options.removeInstead")}</p>
      </ConfirmDialog>
    </div>
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
