import type { MailDetail, MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { BlockKind } from "@okaeri/domain/messaging/mail-blocks";
import { useMemo, useState } from "react";
import { added, changed, duplicated, putInPlace, restored, without } from "./block-edits.ts";

/** What was taken out last, and where it stood. */
export type Removed = { block: MailDetailBlock; at: number };

/** What is done to blocks. The same functions as long as the mail is edited, so that a block is drawn anew only when it changes. */
export type BlockActs = {
  choose: (seq: number | undefined) => void;
  set: (seq: number, part: Partial<MailDetailBlock>) => void;
  add: (kind: BlockKind, at?: number) => void;
  put: (seq: number, overSeq: number) => void;
  /** One place up or down; the focus stays on what was pressed. */
  move: (seq: number, by: 1 | -1, focus: string) => void;
  duplicate: (seq: number) => void;
  remove: (seq: number) => void;
  restore: (removed: Removed) => void;
  forget: () => void;
};

type Options = {
  /** The mail as it is on screen. */
  newest: { readonly current: MailDetail };
  change: (recipe: (mail: MailDetail) => MailDetail) => void;
  open: (what: number | undefined) => void;
  /** What a screen reader is told. */
  tell: (at: number) => void;
};

/** Puts the focus on what the change under way brings or moves. */
function focusOn(id: string) {
  setTimeout(() => document.getElementById(id)?.focus());
}

export const UNDO = "mail-block-undo";

export function useBlockActs({ newest, change, open, tell }: Options): {
  acts: BlockActs;
  removed: Removed | undefined;
} {
  const [removed, setRemoved] = useState<Removed>();
  const acts = useMemo((): BlockActs => {
    const make = (made: { mail: MailDetail; seq: number }) => {
      change(() => made.mail);
      open(made.seq);
    };
    return {
      choose: open,
      set: (seq, part) => change((mail) => changed(mail, seq, part)),
      add: (kind, at) => make(added(newest.current, kind, at)),
      put: (seq, overSeq) => change((mail) => putInPlace(mail, seq, overSeq)),
      move: (seq, by, focus) => {
        const { blocks } = newest.current;
        const to = blocks.findIndex((one) => one.seq === seq) + by;
        const over = blocks[to];
        if (over === undefined) return;
        change((mail) => putInPlace(mail, seq, over.seq));
        tell(to + 1);
        focusOn(focus);
      },
      duplicate: (seq) => make(duplicated(newest.current, seq)),
      remove: (seq) => {
        const at = newest.current.blocks.findIndex((one) => one.seq === seq);
        const block = newest.current.blocks[at];
        if (block === undefined) return;
        setRemoved({ block, at });
        open(undefined);
        change((mail) => without(mail, seq));
        focusOn(UNDO);
      },
      restore: ({ block, at }) => {
        setRemoved(undefined);
        make(restored(newest.current, block, at));
      },
      forget: () => setRemoved(undefined),
    };
  }, [newest, change, open, tell]);
  return { acts, removed };
}
