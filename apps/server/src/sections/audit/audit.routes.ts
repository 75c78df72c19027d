import type { Binder } from "../../http/binder.ts";
import { auditWords } from "./audit.queries.ts";
import { auditPage } from "./audit.read.ts";

export function auditRoutes(os: Binder) {
  return {
    list: os.audit.list.handler(({ input, context: { app, signedIn } }) => auditPage(app, signedIn, input)),
    words: os.audit.words.handler(({ context: { app, signedIn } }) =>
      app.database.asSystem((tx) => auditWords(tx, signedIn)),
    ),
  };
}
