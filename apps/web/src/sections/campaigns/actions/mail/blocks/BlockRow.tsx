import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon } from "@mantine/core";
import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { IconFilter, IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import type { BlockConditionComponents } from "../mail-editing.ts";
import { BlockFace } from "./BlockFace.tsx";
import { BlockFields } from "./BlockFields.tsx";
import styles from "./blocks.module.css";
import type { BlockActs } from "./use-block-acts.ts";

type BlockRowProps = {
  block: MailDetailBlock;
  /** From 0. */
  at: number;
  last: boolean;
  isOpen: boolean;
  /** What is wrong with it, in words. */
  wrong: string | undefined;
  id: string;
  /** What its own buttons are called by, wherever it is moved. */
  own: string;
  acts: BlockActs;
  /** Says its conditions. */
  Words: BlockConditionComponents["Words"] | undefined;
};

/** One block: as it is read, or, chosen, framed and with its fields. Only what changes of it is drawn anew. */
export const BlockRow = memo(function BlockRow({
  block,
  at,
  last,
  isOpen,
  wrong,
  id,
  own,
  acts,
  Words,
}: BlockRowProps) {
  const { t } = useTranslation("mails");
  const { kind, seq } = block;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: String(seq),
    attributes: { roleDescription: t("blocks.sortable") },
  });
  const named = { n: at + 1, kind: t(`kind.${kind}`) };
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    acts.move(seq, by as 1 | -1, event.currentTarget.id);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line with its handle in every browser
    <div
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      id={id}
      tabIndex={-1}
      role="group"
      aria-label={t("blocks.nth", named)}
      className={styles.block}
      data-chosen={isOpen}
      data-wrong={wrong !== undefined}
      data-dragged={isDragging}
      onFocus={(event) => {
        // Who is led here from a list of what is wrong goes on to the field.
        if (event.target === event.currentTarget) acts.choose(seq);
      }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        className={styles.handle ?? ""}
        size="sm"
        {...attributes}
        {...listeners}
        id={`${own}-handle`}
        aria-label={t("blocks.drag", named)}
        onKeyDown={(event: KeyboardEvent) => {
          move(event);
          if (!event.defaultPrevented) listeners?.onKeyDown?.(event);
        }}
      >
        <IconGripVertical size={16} aria-hidden />
      </ActionIcon>
      <div className={styles.content}>
        {isOpen ? (
          <BlockFields block={block} at={at} last={last} acts={acts} own={own} />
        ) : (
          <>
            <button type="button" className={styles.face} onClick={() => acts.choose(seq)}>
              <span className={styles.hidden}>{t("blocks.open", named)} </span>
              <BlockFace block={block} />
            </button>
            {block.target === null ? null : <ForSome target={block.target} Words={Words} />}
            {wrong === undefined ? null : <p className={styles.error}>{wrong}</p>}
          </>
        )}
      </div>
    </div>
  );
});

/** Whom a block is for. */
function ForSome({ target, Words }: { target: NonNullable<MailDetailBlock["target"]>; Words: BlockRowProps["Words"] }) {
  const { t } = useTranslation("mails");
  return (
    <div className={styles.some}>
      <IconFilter size={14} aria-hidden />
      <span>{t("blocks.conditional")}</span>
      {Words ? <Words target={target} /> : null}
    </div>
  );
}
