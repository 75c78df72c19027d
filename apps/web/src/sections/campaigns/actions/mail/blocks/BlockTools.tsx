import { ActionIcon, Menu } from "@mantine/core";
import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { BLOCK_KINDS } from "@okaeri/domain/messaging/mail-blocks";
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMailEditing } from "../mail-editing.ts";
import styles from "./blocks.module.css";
import { KIND_ICONS } from "./kind-icons.ts";
import type { BlockActs } from "./use-block-acts.ts";

type BlockToolsProps = { block: MailDetailBlock; at: number; last: boolean; acts: BlockActs; own: string };

/** What can be done with the chosen block, each by one press. */
export function BlockTools({ block: { seq }, at, last, acts, own }: BlockToolsProps) {
  const { t } = useTranslation("mails");
  const { full } = useMailEditing();
  const tool = (
    name: "up" | "down" | "duplicate" | "remove",
    icon: ReactNode,
    disabled: boolean,
    onClick: () => void,
  ) => (
    <ActionIcon
      id={`${own}-${name}`}
      aria-label={t(`blocks.${name}`)}
      title={t(`blocks.${name}`)}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={styles.tools}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={styles.below} disabled={full}>
            <IconPlus size={14} aria-hidden />
            {t("blocks.addBelow")}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {BLOCK_KINDS.map((kind) => {
            const Icon = KIND_ICONS[kind];
            return (
              <Menu.Item key={kind} leftSection={<Icon size={16} aria-hidden />} onClick={() => acts.add(kind, at + 1)}>
                {t(`kind.${kind}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <span className={styles.acts}>
        {tool("up", <IconArrowUp size={16} aria-hidden />, at === 0, () => acts.move(seq, -1, `${own}-up`))}
        {tool("down", <IconArrowDown size={16} aria-hidden />, last, () => acts.move(seq, 1, `${own}-down`))}
        {tool("duplicate", <IconCopy size={16} aria-hidden />, full, () => acts.duplicate(seq))}
        {tool("remove", <IconTrash size={16} aria-hidden />, false, () => acts.remove(seq))}
      </span>
    </div>
  );
}
