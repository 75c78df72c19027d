import { ActionIcon, Radio } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../parts/records/field-rules.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { CountChange } from "./CountChange.tsx";
import styles from "./groups.module.css";
import { type DraftGroup, groupPath } from "./painted-groups.ts";
import { rfmFieldId } from "./rfm-draft.ts";

type GroupRowProps = {
  group: DraftGroup;
  index: number;
  last: boolean;
  /** As others call it, also while it has none. */
  name: string;
  /** Which scores it covers, in words. */
  covers: string;
  message: string | undefined;
  before: number | undefined;
  after: number | undefined;
  onRename: (name: string) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

const RULES = rulesOf("rfms.update");

/** One group: chosen to paint with, named, counted, moved, deleted. */
export function GroupRow(props: GroupRowProps) {
  const { group, index, last, name, covers, message, before, after, onRename, onMove, onRemove } = props;
  const { t } = useTranslation("rfms");
  return (
    <li>
      <Radio
        value={group.key}
        label={<span className="num">{index + 1}</span>}
        aria-label={t("paint.with", { name })}
      />
      <span className={styles.groupName}>
        <TextField
          id={rfmFieldId(groupPath(index))}
          label={t("form.groupNameOf", { n: index + 1 })}
          hideLabel
          placeholder={t("form.groupName")}
          value={group.name}
          rule={ruleAt(RULES, "groups.name") ?? {}}
          error={message}
          onChange={onRename}
        />
        <small>{covers}</small>
      </span>
      <CountChange before={before} after={after} />
      <span className={styles.order}>
        <ActionIcon
          id={`rfm-group-${group.key}-up`}
          aria-label={t("form.up", { name })}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          id={`rfm-group-${group.key}-down`}
          aria-label={t("form.down", { name })}
          disabled={last}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon color="danger" aria-label={t("form.remove", { name })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
