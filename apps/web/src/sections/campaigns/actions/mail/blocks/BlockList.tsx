import { ActionIcon, Button } from "@mantine/core";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { IconX } from "@tabler/icons-react";
import { Fragment, useCallback, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SortableRows } from "../../../../../ui/SortableRows.tsx";
import { useMailEditing } from "../mail-editing.ts";
import { AddRow } from "./AddRow.tsx";
import { BlockRow } from "./BlockRow.tsx";
import styles from "./blocks.module.css";
import { type BlockActs, type Removed, UNDO, useBlockActs } from "./use-block-acts.ts";

type BlockListProps = {
  mail: MailDetail;
  /** The block that is chosen. */
  opened: number | undefined;
  open: (seq: number | undefined) => void;
};

/** The blocks of a mail in the order in which they are read. */
export function BlockList({ mail, opened, open }: BlockListProps) {
  const { t } = useTranslation("mails");
  const { change, field, conditions } = useMailEditing();
  const own = useId();
  const [announcement, setAnnouncement] = useState("");
  const newest = useRef(mail);
  useLayoutEffect(() => {
    newest.current = mail;
  });
  const tell = useCallback((at: number) => setAnnouncement(t("blocks.dropped", { n: at })), [t]);
  const { acts, removed } = useBlockActs({ newest, change, open, tell });
  const { blocks } = mail;
  const title = (n: number) => {
    const kind = blocks[n - 1]?.kind;
    return kind === undefined ? "" : t(`kind.${kind}`);
  };
  const undo = removed === undefined ? null : <Undo removed={removed} acts={acts} />;
  const undoAt = removed === undefined ? -1 : Math.min(removed.at, blocks.length);
  return (
    <section className={styles.blocks} aria-label={t("blocks.label")}>
      <SortableRows
        keys={blocks.map(({ seq }) => String(seq))}
        says={{
          taken: (n) => t("blocks.taken", { title: title(n) }),
          over: (n) => t("blocks.over", { n }),
          dropped: (n) => t("blocks.dropped", { n }),
          cancelled: t("blocks.cancelled"),
          how: t("blocks.how"),
        }}
        onMove={(key, overKey) => acts.put(Number(key), Number(overKey))}
      >
        {blocks.map((block, at) => (
          <Fragment key={block.seq}>
            {undoAt === at ? undo : null}
            <BlockRow
              block={block}
              at={at}
              last={at === blocks.length - 1}
              isOpen={opened === block.seq}
              wrong={wrongOf(at, field)}
              id={field(`blocks.${at}`).id}
              own={`${own}-${block.seq}`}
              acts={acts}
              Words={conditions?.Words}
            />
          </Fragment>
        ))}
        {undoAt === blocks.length ? undo : null}
      </SortableRows>
      <AddRow onAdd={acts.add} />
      <p className={styles.hidden} role="status">
        {announcement}
      </p>
    </section>
  );
}

const FIELDS = ["", ".kind", ".text", ".label", ".url", ".image", ".alt", ".target"] as const;

function wrongOf(at: number, field: ReturnType<typeof useMailEditing>["field"]): string | undefined {
  return FIELDS.map((name) => field(`blocks.${at}${name}`).error).find((error) => error !== undefined);
}

/** Where a block was taken out: it comes back by one press. */
function Undo({ removed, acts }: { removed: Removed; acts: BlockActs }) {
  const { t } = useTranslation("mails");
  return (
    <div className={styles.removed} role="status">
      <span>{t("blocks.removed", { kind: t(`kind.${removed.block.kind}`) })}</span>
      <Button id={UNDO} size="compact-sm" variant="subtle" onClick={() => acts.restore(removed)}>
        {t("blocks.restore")}
      </Button>
      <ActionIcon size="sm" aria-label={t("blocks.closeNotice")} onClick={acts.forget}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
