import type { Language } from "@okaeri/contract/errors";

type Issue = {
  message: string;
  code?: string;
  path?: unknown;
  minimum?: number;
  maximum?: number;
  origin?: string;
  input?: unknown;
  expected?: string;
};

/** What is wrong with one field, in words a clerk understands. `issue` is a zod issue or one of our own with a finished message. */
export function fieldMessage(raw: unknown, language: Language): string {
  const issue = raw as Issue;
  const ja = language === "ja";
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string")
        return issue.minimum === 1
          ? required(ja)
          : ja
            ? `${issue.minimum}文字以上で入力してください`
            : `Enter at least ${issue.minimum} characters`;
      if (issue.origin === "array")
        return ja ? `${issue.minimum}件以上必要です` : `At least ${issue.minimum} are needed`;
      return ja ? `${issue.minimum}以上で入力してください` : `Enter ${issue.minimum} or more`;
    case "too_big":
      if (issue.origin === "string")
        return ja ? `${issue.maximum}文字以内で入力してください` : `Enter at most ${issue.maximum} characters`;
      if (issue.origin === "array")
        return ja ? `${issue.maximum}件以内にしてください` : `At most ${issue.maximum} are allowed`;
      return ja ? `${issue.maximum}以下で入力してください` : `Enter ${issue.maximum} or less`;
    case "unrecognized_keys":
      return ja ? "受け付けていない項目があります" : "There are fields that are not accepted";
    case "invalid_value":
    case "invalid_union":
      return ja ? "選べない値です" : "This value cannot be chosen";
    case "invalid_type":
      if (issue.expected === "int") return ja ? "整数で入力してください" : "Enter a whole number";
      return ja ? "入力してください(形式も確認してください)" : "Please enter this in the right form";
    default:
      return ja ? "形式が正しくありません" : "This is not in the right form";
  }
}

function required(ja: boolean): string {
  return ja ? "入力してください" : "Please enter this";
}
