import type { App } from "../../app.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { type AuditFilter, type AuditRow, accountNamesInReach, listAudit } from "./audit.queries.ts";
import { mentionedAccounts } from "./mentioned-accounts.ts";

/** A line as the contract shows it. */
function auditLine(row: AuditRow, names: ReadonlyMap<number, string>) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor:
      row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? "", login_id: row.actor_login_id },
    actor_key: row.actor_key,
    ip: row.ip,
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    entity_name: row.entity_name,
    account: row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? "" },
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? "" },
    before: row.before ?? null,
    after: row.after ?? null,
    mentioned_accounts: mentionedAccounts([row.before, row.after]).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}

/** One page of the lines that match and that the person may see. */
export async function auditPage(app: App, viewer: SignedIn, filter: AuditFilter) {
  const { names, ...found } = await app.database.asSystem(async (tx) => {
    const lines = await listAudit(tx, viewer, filter);
    const mentioned = mentionedAccounts(lines.rows.map((row) => [row.before, row.after]));
    return { ...lines, names: await accountNamesInReach(tx, viewer, mentioned) };
  });
  return {
    items: found.rows.map((row) => auditLine(row, names)),
    total: found.total,
    page: filter.page,
    size: filter.size,
  };
}

/** The lines about one thing. The caller has made sure that the person may see it. */
export function historyOf(
  app: App,
  viewer: SignedIn,
  thing: { entity: "users" | "accounts" | "companies" | "groups"; id: number },
  paging: Pick<AuditFilter, "page" | "size" | "sort" | "q">,
) {
  const { page, size, sort, q } = paging;
  return auditPage(app, viewer, { page, size, sort, q, entity: thing.entity, entity_id: thing.id });
}
