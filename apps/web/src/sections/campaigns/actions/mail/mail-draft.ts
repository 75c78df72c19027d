import type { MailBlock, MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { furtherOf } from "@okaeri/domain/campaigns/further-details";
import { evenShares, sharesOf, VARIANTS, type Variant } from "@okaeri/domain/campaigns/variants";
import type { ActionType } from "@okaeri/domain/enumerations";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { unreadCondition } from "../../editor/unread-condition.ts";
import { sentMail } from "../../mails/blocks/block-edits.ts";
import { isWording, type Wording, wordingNear } from "./wording.ts";

/** A mail as the editor holds it, with what it says in other languages. */
export type MailDraft = MailDetail & { others: MailDetail[] };

export const newMailDraft = (): MailDraft => ({ ...blankMail(), others: [] });

/** The other mails of a saved action. */
export const othersOf = (action: { type: ActionType }): MailDetail[] =>
  furtherOf(action).map(({ detail }) => detail as MailDetail);

type Actions = readonly CampaignAction[];

/** The texts of the mail of a segment; none where it has no mail. */
export function wordingsOf(actions: Actions): MailDetail[] {
  return actions.flatMap((action) =>
    action.type === "mail" && action.mail !== null ? [action.mail, ...othersOf(action)] : [],
  );
}

/** The blocks of the mail of a segment. */
export const blocksOf = (actions: Actions): readonly MailBlock[] =>
  actions.flatMap((action) => (action.type === "mail" ? (action.mail?.blocks ?? []) : []));

/** The actions with that text as their mail, or the one that comes nearest to it. */
export function inWording(actions: Actions, wanted: Wording): Actions {
  return actions.map((action) => {
    const near = wordingNear(wordingsOf([action]), wanted);
    return action.type === "mail" && near !== undefined ? { ...action, mail: near } : action;
  });
}

export function sentMailDraft({ others: _, ...mail }: MailDraft): MailDetail {
  return sentMail(mail);
}

/** All texts of the draft, the action's own first. */
export const textsOf = (draft: MailDraft): MailDetail[] => [own(draft), ...draft.others];

/** That text with where it stands: the action's own, or another one by its place among the others. */
export function mailIn(draft: MailDraft, wanted: Wording): { mail: MailDetail; path: string } {
  const mail = wordingNear(textsOf(draft), wanted) ?? own(draft);
  const at = draft.others.indexOf(mail);
  return { mail, path: at < 0 ? "mail" : `other_mails.${at}` };
}

const own = ({ others: _, ...mail }: MailDraft): MailDetail => mail;
const draftOf = (texts: readonly MailDetail[], otherwise: MailDraft): MailDraft => {
  const [first, ...others] = texts;
  return first === undefined ? otherwise : { ...first, others };
};

/** The draft with that text changed; it keeps its place. */
export function withMail(draft: MailDraft, wanted: Wording, recipe: (mail: MailDetail) => MailDetail): MailDraft {
  const changed = textsOf(draft).map((mail) => (isWording(wanted)(mail) ? { ...recipe(mail), ...wanted } : mail));
  return draftOf(changed, draft);
}

/** The same letter in another language, to be written: its pictures, links, boxes and conditions are there, its words are not. */
export function withLanguage(draft: MailDraft, { variant, language }: Wording): MailDraft {
  const first = wordingNear(textsOf(draft), { variant, language: draft.language }) ?? draft;
  const blocks = first.blocks.map((block) => ({ ...block, text: "", label: "", alt: "" }));
  const { from_address } = draft;
  return {
    ...draft,
    others: [...draft.others, { ...blankMail(), variant, language, from_address, blocks }],
  };
}

export function withoutLanguage(draft: MailDraft, { variant, language }: Wording): MailDraft {
  return { ...draft, others: draft.others.filter((one) => !isWording({ variant, language })(one)) };
}

/** The letters of the draft, in the order of the alphabet. */
export const lettersOf = (draft: MailDraft): Variant[] => sharesOf(textsOf(draft)).map(({ variant }) => variant);

/** The letter that a further text gets; undefined where there is none left. */
export const nextLetter = (draft: MailDraft): Variant | undefined => {
  const letters = lettersOf(draft);
  return VARIANTS.find((letter) => !letters.includes(letter));
};

/** One more letter, which says the same as `from` in all its languages, for a part of the guests as large as each other's. */
export function withLetter(draft: MailDraft, from: Variant): MailDraft {
  const letter = nextLetter(draft);
  if (letter === undefined) return draft;
  const copies = textsOf(draft)
    .filter(({ variant }) => variant === from)
    .map((mail) => ({ ...mail, variant: letter }));
  return sharedEvenly({ ...draft, others: [...draft.others, ...copies] });
}

/** Without a letter; the one that is left alone is for everybody. */
export function withoutLetter(draft: MailDraft, letter: Variant): MailDraft {
  const left = draftOf(
    textsOf(draft).filter(({ variant }) => variant !== letter),
    draft,
  );
  return lettersOf(left).length > 1 ? left : { ...left, share: null, others: left.others.map(withoutShare) };
}

const withoutShare = (mail: MailDetail): MailDetail => ({ ...mail, share: null });

/** Each letter for as many guests, `percent` of them in all. */
export function sharedEvenly(draft: MailDraft, percent = 100): MailDraft {
  const letters = lettersOf(draft);
  const shares = evenShares(letters.length, percent);
  return letters.reduce((before, letter, at) => withShare(before, letter, shares[at] ?? null), draft);
}

/** The share stands with the first text of its letter. */
export function withShare(draft: MailDraft, letter: Variant, share: number | null): MailDraft {
  const texts = textsOf(draft);
  const first = texts.findIndex(({ variant }) => variant === letter);
  return draftOf(
    texts.map((mail, at) => (mail.variant === letter ? { ...mail, share: at === first ? share : null } : mail)),
    draft,
  );
}

const saysSomething = ({ title, preheader, body, signature, blocks }: MailDetail): boolean =>
  [title, preheader, body, signature, ...blocks.flatMap(({ text, label, alt }) => [text, label, alt])].some(
    (words) => words !== "",
  );

/** Words that would be lost. */
export const isWrittenDraft = (draft: MailDraft): boolean =>
  saysSomething(draft) || draft.blocks.length > 0 || draft.others.some(saysSomething);

export const unreadMail = ({ blocks }: Pick<MailDetail, "blocks">): FieldProblem[] =>
  blocks.flatMap(({ target }, at) => (target === null ? [] : unreadCondition(target, `blocks.${at}.target`, null)));

export const unreadOthers = ({ others }: MailDraft): FieldProblem[] =>
  others.flatMap((mail, at) =>
    unreadMail(mail).map((problem) => ({ ...problem, path: `other_mails.${at}.${problem.path}` })),
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
