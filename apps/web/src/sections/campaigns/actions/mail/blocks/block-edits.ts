import type { MailDetail, MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { type BlockKind, MAX_BLOCKS } from "@okaeri/domain/messaging/mail-blocks";

// While a mail is edited its blocks stand in the order in which they are read, and `seq` is what tells one from the other: it stays with
// its block wherever that is put. What is sent counts them anew (`sentMail`).

/** What the calls take of it. Conditions that ask nothing mean everybody. */
export function sentMail(mail: MailDetail): MailDetail {
  return {
    ...mail,
    blocks: mail.blocks.map((block, at) => ({
      ...block,
      seq: at + 1,
      target: block.target !== null && "rules" in block.target && block.target.rules.length === 0 ? null : block.target,
    })),
  };
}

export const isFull = ({ blocks }: Pick<MailDetail, "blocks">): boolean => blocks.length >= MAX_BLOCKS;

function newSeq(blocks: readonly MailDetailBlock[]): number {
  return Math.max(0, ...blocks.map(({ seq }) => seq)) + 1;
}

const BLANK = { text: "", label: "", url: "", image: null, alt: "", target: null };

const withBlocks = (mail: MailDetail, blocks: MailDetailBlock[]): MailDetail => ({ ...mail, blocks });

/**
 * One more block, at that place or at the end. A text that was all of the mail becomes its first block: it stays where it is read, and can
 * be moved from then on.
 */
export function added(mail: MailDetail, kind: BlockKind, at?: number): { mail: MailDetail; seq: number } {
  const before = mail.blocks.length === 0 && mail.body.trim() !== "" ? firstOf(mail.body) : [...mail.blocks];
  const seq = newSeq(before);
  const blocks = before.toSpliced(at ?? before.length, 0, { ...BLANK, seq, kind });
  return { mail: { ...mail, body: mail.blocks.length === 0 ? "" : mail.body, blocks }, seq };
}

const firstOf = (body: string): MailDetailBlock[] => [{ ...BLANK, seq: 1, kind: "text", text: body }];

export function changed(mail: MailDetail, seq: number, part: Partial<MailDetailBlock>): MailDetail {
  return withBlocks(
    mail,
    mail.blocks.map((block) => (block.seq === seq ? { ...block, ...part } : block)),
  );
}

/** The block in the place of that one, which makes room for it. */
export function putInPlace(mail: MailDetail, seq: number, overSeq: number): MailDetail {
  const block = mail.blocks.find((one) => one.seq === seq);
  const to = mail.blocks.findIndex((one) => one.seq === overSeq);
  if (block === undefined || to < 0) return mail;
  return withBlocks(mail, mail.blocks.filter((one) => one !== block).toSpliced(to, 0, block));
}

export function duplicated(mail: MailDetail, seq: number): { mail: MailDetail; seq: number } {
  const at = mail.blocks.findIndex((one) => one.seq === seq);
  const block = mail.blocks[at];
  const own = newSeq(mail.blocks);
  if (block === undefined) return { mail, seq };
  return { mail: withBlocks(mail, mail.blocks.toSpliced(at + 1, 0, { ...block, seq: own })), seq: own };
}

export function without(mail: MailDetail, seq: number): MailDetail {
  return withBlocks(
    mail,
    mail.blocks.filter((one) => one.seq !== seq),
  );
}

/** What was taken out comes back where it was, or at the end where less is left. */
export function restored(mail: MailDetail, block: MailDetailBlock, at: number): { mail: MailDetail; seq: number } {
  const seq = mail.blocks.some((one) => one.seq === block.seq) ? newSeq(mail.blocks) : block.seq;
  return { mail: withBlocks(mail, mail.blocks.toSpliced(at, 0, { ...block, seq })), seq };
}
