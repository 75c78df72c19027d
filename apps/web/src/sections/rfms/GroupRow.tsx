import { ActionIcon, NativeSelect } from "@mantine/core";
import { SCORES, type Score } from "@okaeri/domain/rfms/score";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../shell/field-rules.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { CountChange } from "./CountChange.tsx";
import { type DraftGroup, fieldId, GROUP_SCORES, groupPath } from "./rfm-draft.ts";
import styles from "./rfm-edit.module.css";

type GroupRowProps = {
  group: DraftGroup;
  index: number;
  last: boolean;
  /** As others call it, also while it has none. */
  name: string;
  message: string | undefined;
  before: number | undefined;
  after: number | undefined;
  onChange: (group: DraftGroup) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

const RULES = rulesOf("rfms.update");

export function GroupRow(props: GroupRowProps) {
  const { group, index, last, name, message, before, after, onChange, onMove, onRemove } = props;
  const { t } = useTranslation("rfms");
  const scores = [
    { value: "", label: t("groups.any") },
    ...[...SCORES].reverse().map((score) => ({ value: String(score), label: String(score) })),
  ];
  return (
    <li>
      <span className={styles.order}>
        <ActionIcon
          id={`rfm-group-${group.key}-up`}
          aria-label={t("form.up", { name })}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <span className="num">{index + 1}</span>
        <ActionIcon
          id={`rfm-group-${group.key}-down`}
          aria-label={t("form.down", { name })}
          disabled={last}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </span>
      <TextField
        id={fieldId(groupPath(index))}
        className={styles.groupName}
        label={t("form.groupNameOf", { n: index + 1 })}
        hideLabel
        placeholder={t("form.groupName")}
        value={group.name}
        rule={ruleAt(RULES, "groups.name") ?? {}}
        error={message}
        onChange={(next) => onChange({ ...group, name: next })}
      />
      <span className={styles.groupScores}>
        {GROUP_SCORES.map((field) => (
          <span key={field}>
            <span aria-hidden="true">{t(`form.short.${field}`)}</span>
            <NativeSelect
              aria-label={t("form.scoreOf", { name, axis: t(`form.short.${field}`) })}
              data={scores}
              value={group[field] === null ? "" : String(group[field])}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChange({ ...group, [field]: value === "" ? null : (Number(value) as Score) });
              }}
            />
          </span>
        ))}
      </span>
      <CountChange before={before} after={after} />
      <ActionIcon
        className={styles.remove ?? ""}
        color="danger"
        aria-label={t("form.remove", { name })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
