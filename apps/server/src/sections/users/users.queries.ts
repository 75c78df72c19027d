import { isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { SignedIn } from "../../session/session-store.ts";

export type UserRow = {
  id: number;
  login_id: string | null;
  name: string;
  user_email: string;
  role: Role;
  status: "pending" | "active" | "inactive";
  last_login_at: string | null;
  accounts: { id: number; name: string }[];
  /** The same accounts with their parents, for the per-row rule. */
  places: { id: number; parent_id: number | null }[];
};

// Only these reach the ORDER BY.
const ORDER = { name: sql`u.name`, login_id: sql`u.login_id`, status: sql`u.status`, role: sql`u.role` } as const;

/**
 * People the viewer may see: provider staff everybody, client staff those who share an account with them or work in one beneath
 * theirs (specification §6, users list).
 */
export async function listUsers(
  tx: Tx,
  viewer: SignedIn,
  input: { page: number; size: number; sort: string; q?: string | undefined },
): Promise<{ rows: UserRow[]; total: number }> {
  const reachable = viewer.accounts.map((account) => account.id);
  const everybody = isProvider(viewer.role);
  const term = input.q?.normalize("NFKC").trim().toLowerCase() ?? "";
  const field = input.sort.replace("-", "") as keyof typeof ORDER;
  const direction = input.sort.startsWith("-") ? sql`desc` : sql`asc`;
  const rows = await sql<UserRow & { total: number }>`
    with seen as (
      select u.id from users u
      where (${everybody} or exists (select from account_users au where au.user_id = u.id and au.active_status = 'active' and au.account_id = any(${reachable}::bigint[])))
        and (${everybody} or u.role in ('role_admin', 'role_user'))
        and (${term} = '' or position(${term} in lower(u.name || ' ' || coalesce(u.login_id, '') || ' ' || u.user_email)) > 0)
    )
    select u.id, u.login_id, u.name, u.user_email, u.role, u.status, u.last_login_at, (select count(*)::int from seen) as total,
      coalesce(a.accounts, '[]') as accounts, coalesce(a.places, '[]') as places
    from users u
    left join lateral (
      select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.id) as accounts,
        json_agg(json_build_object('id', a.id, 'parent_id', a.parent_id) order by a.id) as places
      from account_users au join accounts a on a.id = au.account_id where au.user_id = u.id and au.active_status = 'active'
    ) a on true
    where u.id in (select id from seen)
    order by ${ORDER[field]} ${direction} nulls last, u.id
    limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(tx.db);
  const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
  return {
    rows: rows.rows.map(({ total: _total, ...row }) => ({ ...row, last_login_at: iso(row.last_login_at) })),
    total: rows.rows[0]?.total ?? 0,
  };
}
