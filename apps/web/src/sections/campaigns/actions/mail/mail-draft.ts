import type { MailBlock, MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { furtherOf } from "@okaeri/domain/campaigns/further-details";
import type { ActionType, LanguageCode } from "@okaeri/domain/enumerations";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { unreadCondition } from "../../editor/unread-condition.ts";
import { sentMail } from "../../mails/blocks/block-edits.ts";

/** A mail as the editor holds it, with what it says in other languages. */
export type MailDraft = MailDetail & { others: MailDetail[] };

export const newMailDraft = (): MailDraft => ({ ...blankMail(), others: [] });

/** The other mails of a saved action. */
export const othersOf = (action: { type: ActionType }): MailDetail[] =>
  furtherOf(action).map(({ detail }) => detail as MailDetail);

type Actions = readonly CampaignAction[];

/** The languages in which the mail of a segment is written; none where it has no mail. */
export function languagesOf(actions: Actions): LanguageCode[] {
  return actions.flatMap((action) =>
    action.type === "mail" && action.mail !== null
      ? [action.mail, ...othersOf(action)].map(({ language }) => language)
      : [],
  );
}

/** The blocks of the mail of a segment. */
export const blocksOf = (actions: Actions): readonly MailBlock[] =>
  actions.flatMap((action) => (action.type === "mail" ? (action.mail?.blocks ?? []) : []));

/** The actions with their mail in that language, where there is one. */
export function inLanguage(actions: Actions, language: LanguageCode): Actions {
  return actions.map((action) => {
    const other = othersOf(action).find((one) => one.language === language);
    return action.type === "mail" && other !== undefined ? { ...action, mail: other } : action;
  });
}

export function sentMailDraft({ others: _, ...mail }: MailDraft): MailDetail {
  return sentMail(mail);
}

/** The mail in that language: the action's own, or another one by its place among the others; undefined where there is none. */
export function mailIn(draft: MailDraft, language: LanguageCode): { mail: MailDetail; path: string } | undefined {
  if (draft.language === language) return { mail: own(draft), path: "mail" };
  const at = draft.others.findIndex((one) => one.language === language);
  const mail = draft.others[at];
  return mail === undefined ? undefined : { mail, path: `other_mails.${at}` };
}

const own = ({ others: _, ...mail }: MailDraft): MailDetail => mail;

/** The draft with its mail in that language changed. */
export function withMail(
  draft: MailDraft,
  language: LanguageCode,
  recipe: (mail: MailDetail) => MailDetail,
): MailDraft {
  if (draft.language === language) return { ...recipe(own(draft)), others: draft.others };
  return { ...draft, others: draft.others.map((one) => (one.language === language ? recipe(one) : one)) };
}

/** The same in another language, to be written: its pictures, links, boxes and conditions are there, its words are not. */
export function withLanguage(draft: MailDraft, language: LanguageCode): MailDraft {
  const blocks = draft.blocks.map((block) => ({ ...block, text: "", label: "", alt: "" }));
  const { from_address } = draft;
  return { ...draft, others: [...draft.others, { ...blankMail(), language, from_address, blocks }] };
}

export function withoutLanguage(draft: MailDraft, language: LanguageCode): MailDraft {
  return { ...draft, others: draft.others.filter((one) => one.language !== language) };
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
