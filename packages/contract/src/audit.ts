import { z } from "zod";
import { call, needsAdministrator } from "./call.ts";
import { auditList } from "./lists/audit.ts";
import { WORDS_FILTER } from "./lists/list.ts";
import { id, listOf, listQuery } from "./paging.ts";

const named = z.object({ id: z.number().int(), name: z.string() });

export const auditLine = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null: the system itself, or somebody unknown who was refused. */
  actor: named.extend({ login_id: z.string().nullable() }).nullable(),
  /** Name of the API key with which a booking engine acted. */
  actor_key: z.string().nullable(),
  ip: z.string().nullable(),
  /** What was done: create, update, login, denied, export, enter … */
  action: z.string(),
  /** Table of the thing, or the page action that was denied. */
  entity: z.string(),
  entity_id: z.number().int().nullable(),
  /** What the thing is called today: people, accounts, clients and groups. */
  entity_name: z.string().nullable(),
  account: named.nullable(),
  company: named.nullable(),
  /** Values as they were and became, never a secret. */
  before: z.unknown(),
  after: z.unknown(),
  /** Names of the accounts in `before` and `after` that the viewer reaches. */
  mentioned_accounts: z.array(named),
});
export type AuditLine = z.infer<typeof auditLine>;

export const auditInput = listQuery(auditList, { entity_id: id.optional() });

/** What happened to one thing; newest first. */
export const historyInput = listQuery({ ...auditList, filters: { q: WORDS_FILTER } }, { id });
export const history = listOf(auditLine);

export const audit = {
  /** Provider administrators see every line; a client's administrators those of their own accounts and people. */
  list: call(needsAdministrator)
    .route({ method: "GET", path: "/audit", summary: "操作の記録" })
    .input(auditInput)
    .output(listOf(auditLine)),
  /** What the filters offer: actions and entities that occur. */
  words: call(needsAdministrator)
    .route({ method: "GET", path: "/audit/words", summary: "操作の記録の選択肢" })
    .output(z.object({ actions: z.array(z.string()), entities: z.array(z.string()) })),
};
