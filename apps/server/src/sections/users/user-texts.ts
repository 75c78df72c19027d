import type { Language } from "@okaeri/contract/errors";
import { CallError } from "../../http/errors.ts";
import type { Refusal } from "./user-acts.ts";
import type { RightsProblem } from "./user-rights.ts";

const FIELD_TEXTS = {
  unknown_account: { ja: "選べないアカウントです", en: "This account cannot be chosen" },
  other_company: {
    ja: "1人が所属できるのは、1つのクライアントのアカウントだけです",
    en: "A person belongs to accounts of one client only",
  },
  twice: { ja: "同じアカウントが2回あります", en: "The same account is there twice" },
  not_for_role: {
    ja: "この役割では持てない操作が含まれています",
    en: "It contains an action that this role cannot hold",
  },
  admin_whole: {
    ja: "管理者は、すべての操作ができます。操作を選ぶときは、役割を担当者にしてください",
    en: "An administrator may do everything. To choose actions, make the role staff",
  },
  no_rights: {
    ja: "権限がひとつもありません。権限を選ぶか、権限なしで招待することを確かめてください",
    en: "There is no right at all. Choose some, or confirm the invitation without rights",
  },
  role_family: { ja: "このクライアントでは選べない役割です", en: "This role cannot be chosen for this client" },
} as const;

const REFUSAL_TEXTS: Partial<Record<Refusal, { ja: string; en: string }>> = {
  self: {
    ja: "自分自身の権限や状態は変えられません。メールアドレスと認証アプリはプロフィールで変えてください",
    en: "You cannot change your own rights or status. Change mail and authenticator on your profile",
  },
  last_administrator: {
    ja: "最後の管理者なので、この操作はできません。先に別の管理者を登録してください",
    en: "This is the last administrator. Register another one first",
  },
};

/** What is answered when the wanted rights are not possible: 400 with the fields at fault, or 403. */
export function rightsError(problem: RightsProblem, language: Language): CallError {
  if (problem.kind === "forbidden") return new CallError("FORBIDDEN");
  const fields = Object.entries(problem.fields).map(([name, reason]) => [name, FIELD_TEXTS[reason][language]]);
  return new CallError("INVALID_INPUT", { fields: Object.fromEntries(fields) });
}

/** quality Z14: oneself and the last administrator are 400; what the person may not do at all is 403. */
export function refusalError(refusal: Refusal, language: Language): CallError {
  if (refusal === "not_permitted" || refusal === "role_above" || refusal === "holds_more")
    return new CallError("FORBIDDEN");
  const text = REFUSAL_TEXTS[refusal]?.[language];
  return new CallError("WRONG_STATE", text === undefined ? {} : { text });
}
