import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { auditWords } from "./audit.queries.ts";
import { auditPage } from "./audit.read.ts";

export function auditRoutes(os: Binder) {
  return {
    list: os.audit.list.handler(({ input, context: { app, signedIn, language } }) => {
      if (input.from && input.to && input.from > input.to) {
        const text = language === "ja" ? "開始日より後の日にしてください" : "Choose a day after the first one";
        throw new CallError("INVALID_INPUT", { fields: { to: text } });
      }
      return auditPage(app, signedIn, input);
    }),
    words: os.audit.words.handler(({ context: { app, signedIn } }) =>
      app.database.asSystem((tx) => auditWords(tx, signedIn)),
    ),
  };
}
