import type { MailDetail, MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { unsupportedCondition } from "../../audience/unsupported-condition.ts";
import { isWording, nearestVariantKey, type VariantKey } from "../../variants/variant-key.ts";
import { draftOfHeld, heldIn, othersOf, pathOfHeld, type WithOthers } from "../../variants/variants.ts";
import { sentMail } from "./blocks/block-edits.ts";

/** A mail as the editor holds it, with what it says in other languages and by other letters. */
export type MailDraft = WithOthers<MailDetail>;

export const newMailDraft = (): MailDraft => ({ ...blankMail(), others: [] });

type Actions = readonly CampaignAction[];

/** The texts of the mail of a segment; none where it has no mail. */
export function variantKeysOf(actions: Actions): MailDetail[] {
  return actions.flatMap((action) =>
    action.type === "mail" && action.mail !== null ? [action.mail, ...othersOf<MailDetail>(action)] : [],
  );
}

/** The blocks of the mail of a segment. */
export const blocksOfActions = (actions: Actions): readonly MailDetailBlock[] =>
  actions.flatMap((action) => (action.type === "mail" ? (action.mail?.blocks ?? []) : []));

export function sentMailDraft({ others: _, ...mail }: MailDraft): MailDetail {
  return sentMail(mail);
}

/** All texts of the draft, the action's own first. */
export const textsOfDraft = (draft: MailDraft): [MailDetail, ...MailDetail[]] => heldIn<MailDetail>(draft);

/** That text with where it stands: the action's own, or another one by its place among the others. */
export function mailIn(draft: MailDraft, wanted: VariantKey): { mail: MailDetail; path: string } {
  const texts = textsOfDraft(draft);
  const mail = nearestVariantKey(texts, wanted) ?? texts[0];
  return { mail, path: pathOfHeld("mail", texts.indexOf(mail)) };
}

/** The draft with that text changed; it keeps its place. */
export function withDraftMail(
  draft: MailDraft,
  wanted: VariantKey,
  recipe: (mail: MailDetail) => MailDetail,
): MailDraft {
  const changed = textsOfDraft(draft).map((mail) => (isWording(wanted)(mail) ? { ...recipe(mail), ...wanted } : mail));
  return draftOfHeld(changed, draft);
}

/** The same letter in another language, to be written: its pictures, links, boxes and conditions are there, its words are not. */
export function withLanguage(draft: MailDraft, { variant, language }: VariantKey): MailDraft {
  const first = nearestVariantKey(textsOfDraft(draft), { variant, language: draft.language }) ?? draft;
  const blocks = first.blocks.map((block) => ({ ...block, text: "", label: "", alt: "" }));
  const { from_address } = draft;
  return {
    ...draft,
    others: [...draft.others, { ...blankMail(), variant, language, from_address, blocks }],
  };
}

export function withoutLanguage(draft: MailDraft, { variant, language }: VariantKey): MailDraft {
  return { ...draft, others: draft.others.filter((one) => !isWording({ variant, language })(one)) };
}

const saysSomething = ({ title, preheader, body, signature, blocks }: MailDetail): boolean =>
  [title, preheader, body, signature, ...blocks.flatMap(({ text, label, alt }) => [text, label, alt])].some(
    (words) => words !== "",
  );

/** Words that would be lost. */
export const isWrittenDraft = (draft: MailDraft): boolean =>
  saysSomething(draft) || draft.blocks.length > 0 || draft.others.some(saysSomething);

export const unsupportedMail = ({ blocks }: Pick<MailDetail, "blocks">): FieldProblem[] =>
  blocks.flatMap(({ target }, at) =>
    target === null ? [] : unsupportedCondition(target, `blocks.${at}.target`, null),
  );

export const unsupportedOthers = ({ others }: MailDraft): FieldProblem[] =>
  others.flatMap((mail, at) =>
    unsupportedMail(mail).map((problem) => ({ ...problem, path: `other_mails.${at}.${problem.path}` })),
  );

/** A block's field by the block itself, wherever it is moved: "-mail-blocks-3-url" → "-mail-block 12-url". */
export function blockPlace(draft: MailDraft, rest: string): string {
  return rest.replace(
    /^-(mail|other_mails-(\d+))-blocks-(\d+)/,
    (whole, of: string, other: string | undefined, at: string) => {
      const { blocks } = other === undefined ? draft : (draft.others[Number(other)] ?? { blocks: [] });
      const seq = blocks[Number(at)]?.seq;
      return seq === undefined ? whole : `-${of}-block ${seq}`;
    },
  );
}
