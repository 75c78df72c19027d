import { z } from "zod";
import { history, historyInput } from "./audit.ts";
import { call, needsAdministrator, needsRow } from "./call.ts";
import { id, version } from "./paging.ts";

type Path = `/${string}/{id}`;

/** One record: read, made of `values`, changed with them, taken out of use and back. */
export function recordCalls<Detail extends z.ZodType, const Values extends z.ZodRawShape>(
  section: "clients" | "accounts",
  path: Path,
  name: string,
  detail: Detail,
  values: Values,
) {
  const above = path.replace("/{id}", "") as `/${string}`;
  return {
    get: call(needsRow(`${section}/read`))
      .route({ method: "GET", path, summary: name })
      .input(z.object({ id }))
      .output(detail),
    create: call(needsRow(`${section}/create`))
      .route({ method: "POST", path: above, summary: `${name}を登録` })
      .input(z.strictObject(values))
      .output(detail),
    update: call(needsRow(`${section}/edit`))
      .route({ method: "PUT", path, summary: `${name}を変更` })
      .input(z.strictObject({ id, version, ...values }))
      .output(detail),
    ...switchCalls(section, path, name, detail),
  };
}

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
