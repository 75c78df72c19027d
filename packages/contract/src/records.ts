import { z } from "zod";
import { history, historyInput } from "./audit.ts";
import { call, needsAdministrator, needsRow } from "./call.ts";
import { id } from "./paging.ts";

type Path = `/${string}/{id}`;

/** Out of use, and back into it; nothing is lost either way. */
export function switchCalls<Detail extends z.ZodType>(
  section: "clients" | "accounts",
  path: Path,
  name: string,
  detail: Detail,
) {
  const one = z.strictObject({ id });
  return {
    deactivate: call(needsRow(`${section}/delete`))
      .route({ method: "DELETE", path, summary: `${name}を無効にする` })
      .input(one)
      .output(detail),
    activate: call(needsRow(`${section}/edit`))
      .route({ method: "POST", path: `${path}/activation`, summary: `${name}を有効に戻す` })
      .input(one)
      .output(detail),
  };
}

/** What happened to a record. */
export function historyCall(path: Path, name: string) {
  return call(needsAdministrator)
    .route({ method: "GET", path: `${path}/history`, summary: `${name}の変更履歴` })
    .input(historyInput)
    .output(history);
}
