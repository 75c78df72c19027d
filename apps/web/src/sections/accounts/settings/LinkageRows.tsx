import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CodeEdit } from "./code-lists.ts";
import styles from "./settings.module.css";

type Linkage = CodeEdit["linkages"][number];
const MOST = 100;

type LinkageRowsProps = {
  rows: readonly Linkage[];
  errors: Readonly<Record<string, string>>;
  idOf: (path: string) => string;
  onChange: (rows: Linkage[]) => void;
};

/** What the systems that feed reservations call this code. */
export function LinkageRows({ rows, errors, idOf, onChange }: LinkageRowsProps) {
  const { t } = useTranslation("accountSettings");
  const focusNext = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a row came or went
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [rows.length]);
  const set = (index: number, change: Partial<Linkage>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const feeds = FEED_CHANNELS.map((value) => ({ value, label: t(`feed.${value}`) }));
  const addId = idOf("linkages");
  const codePath = (index: number) => `linkages.${index}.external_code`;
  return (
    <fieldset className={styles.group}>
      <legend>{t("codes.linkages")}</legend>
      <p className={styles.help}>{t("codes.linkagesHelp")}</p>
      <ul className={styles.linkages}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own, their fields are controlled
          <li key={index}>
            <NativeSelect
              aria-label={t("codes.feedOf", { n: index + 1 })}
              data={feeds}
              value={row.feed_channel}
              onChange={(event) => set(index, { feed_channel: event.currentTarget.value as Linkage["feed_channel"] })}
            />
            <TextInput
              id={idOf(codePath(index))}
              aria-label={t("codes.externalOf", { n: index + 1 })}
              placeholder={t("codes.external")}
              value={row.external_code}
              error={errors[codePath(index)]}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => set(index, { external_code: event.currentTarget.value })}
            />
            <ActionIcon
              color="danger"
              aria-label={t("codes.removeLinkage", { n: index + 1 })}
              onClick={() => {
                focusNext.current = addId;
                onChange(rows.filter((_row, at) => at !== index));
              }}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div>
        <Button
          id={addId}
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= MOST}
          onClick={() => {
            focusNext.current = idOf(codePath(rows.length));
            onChange([...rows, { feed_channel: FEED_CHANNELS[0], external_code: "" }]);
          }}
        >
          {t("codes.addLinkage")}
        </Button>
      </div>
    </fieldset>
  );
}
