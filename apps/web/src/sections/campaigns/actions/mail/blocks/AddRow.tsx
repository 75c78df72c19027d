import { Menu } from "@mantine/core";
import { BLOCK_KINDS, type BlockKind, MAX_BLOCKS } from "@okaeri/domain/messaging/mail-blocks";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMailEditing } from "../mail-editing.ts";
import styles from "./blocks.module.css";
import { KIND_ICONS } from "./kind-icons.ts";

const FIRST: readonly BlockKind[] = ["heading", "text", "image", "url"];
const OTHERS = BLOCK_KINDS.filter((kind) => !FIRST.includes(kind));

/** What can be added at the end; and what stands beneath every mail by itself. */
export function AddRow({ onAdd }: { onAdd: (kind: BlockKind) => void }) {
  const { t } = useTranslation("mails");
  const { full } = useMailEditing();
  if (full) return <p className={styles.note}>{t("blocks.full", { n: MAX_BLOCKS })}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons in one line are no set of fields
    <div className={styles.add} role="group" aria-label={t("blocks.add")}>
      {FIRST.map((kind) => (
        <button key={kind} type="button" onClick={() => onAdd(kind)}>
          <IconPlus size={14} aria-hidden />
          {t(`kind.${kind}`)}
        </button>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button">
            <IconPlus size={14} aria-hidden />
            {t("blocks.addOther")}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {OTHERS.map((kind) => {
            const Icon = KIND_ICONS[kind];
            return (
              <Menu.Item key={kind} leftSection={<Icon size={16} aria-hidden />} onClick={() => onAdd(kind)}>
                {t(`kind.${kind}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <span className={styles.locked}>
        <IconLock size={14} aria-hidden />
        {t("locked")}
      </span>
    </div>
  );
}
