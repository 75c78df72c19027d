import type { ListConditions } from "@okaeri/contract/lists/list";
import type { userList } from "@okaeri/contract/lists/users";
import type { userDetail } from "@okaeri/contract/users";
import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type ListFilter, orderOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { RowOf } from "../../database/row-of.ts";
import type { SignedIn } from "../../session/session-store.ts";

type Detail = z.output<typeof userDetail>;
export type UserStatus = Detail["status"];
/** An account the person belongs to. */
export type Place = Detail["accounts"][number];
type Times =
  | "last_login_at"
  | "password_changed_at"
  | "created_at"
  | "updated_at"
  | "invitation_expires_at"
  | "tfa_link_expires_at";
export type UserRow = RowOf<
  typeof userDetail,
  "page_actions" | "other_account_count" | "tfa_registered" | "accounts" | "acts",
  Times
> & {
  has_password: boolean;
  has_tfa: boolean;
  /** All of them, also those out of the viewer's reach: the per-row rule asks for all. */
  places: Place[];
};
export type UserFilter = ListFilter<typeof userList>;

// Only these reach the ORDER BY.
const ORDER = {
  name: sql`u.name`,
  login_id: sql`u.login_id`,
  status: sql`u.status`,
  role: sql`u.role`,
  last_login_at: sql`u.last_login_at`,
  company_name: sql`c.name`,
};

/**
 * People the viewer may see: provider staff everybody, client staff those of their company who share an account with them or work in one
 * beneath theirs (specification §6, users list).
 */
function seenBy(viewer: SignedIn): RawBuilder<unknown> {
  if (isProvider(viewer.role)) return sql`true`;
  const reach = viewer.accounts.map((account) => account.id);
  return sql`(u.company_id = ${viewer.companyId} and u.role in ('role_admin', 'role_user') and exists (
    select from account_users au where au.user_id = u.id and au.active_status = 'active' and au.account_id = any(${reach}::bigint[])))`;
}

function matching(viewer: SignedIn, { sort: _sort, ...filter }: UserFilter): RawBuilder<unknown> {
  const reach = viewer.accounts.map((account) => account.id);
  const asked = conditionsOf<ListConditions<typeof userList>>(filter, {
    // Names and addresses in the database's lower case on both sides, the id in its one form.
    q: (words) => {
      const term = words.normalize("NFKC").trim();
      return sql`(position(lower(${term}) in lower(u.name || ' ' || u.user_email)) > 0 or position(${signInId(term)} in u.login_id) > 0)`;
    },
    status: (status) => sql`u.status = ${status}`,
    role: (role) => sql`u.role = ${role}`,
    company_id: (id) => sql`u.company_id = ${id}`,
    in_account_id: (
      id,
    ) => sql`exists (select from account_users au where au.user_id = u.id and au.active_status = 'active'
      and au.account_id = ${id} and (${isProvider(viewer.role)} or au.account_id = any(${reach}::bigint[])))`,
  });
  return sql.join([seenBy(viewer), ...asked], sql` and `);
}

const COLUMNS = sql`u.id, u.login_id, u.name, u.user_email, u.role, u.status, u.company_id, c.name as company_name, u.last_login_at,
  u.version, u.password_update_required, u.password_changed_at, u.has_password,
  u.has_tfa, u.created_at, u.updated_at, t.expires_at as invitation_expires_at,
  r.expires_at as tfa_link_expires_at, coalesce(p.places, '[]') as places`;
const JOINS = sql`join companies c on c.id = u.company_id
  left join account_tokens t on t.user_id = u.id and t.purpose = 'invitation' and t.used_at is null and t.voided_at is null
  left join account_tokens r on r.user_id = u.id and r.purpose = 'tfa' and r.used_at is null and r.voided_at is null
  left join lateral (
    select json_agg(json_build_object('id', a.id, 'parent_id', a.parent_id, 'name', a.name, 'code', a.code, 'permissions', au.permissions,
        'can_export', au.can_export or '*' = any (au.permissions))
      order by a.parent_id nulls first, a.id) as places
    from account_users au join accounts a on a.id = au.account_id
    where au.user_id = u.id and au.active_status = 'active' and a.active_status = 'active'
  ) p on true`;

/** Read with the product's own reader: a row's rule needs all accounts of the person, not only those in reach. */
export async function listUsers(
  tx: Tx,
  viewer: SignedIn,
  { page, size, ...filter }: UserFilter & Paging,
): Promise<{ rows: UserRow[]; total: number }> {
  const order = orderOf<typeof userList>(filter.sort, ORDER, sql`u.id`);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`users u join companies c on c.id = u.company_id where ${matching(viewer, filter)}`,
      order,
      // The page is cut before what is dear is joined.
      rows: (cut) => sql<UserRow>`select ${COLUMNS} from (
      select u.id, u.login_id, u.name, u.user_email, u.role, u.status, u.company_id, u.last_login_at, u.version,
        u.password_update_required, u.password_changed_at, u.has_password, u.has_tfa, u.created_at, u.updated_at ${cut}) u ${JOINS} order by ${order}`,
    },
  );
}

/** The statement of the whole list, for a file. */
export function everyUser(viewer: SignedIn, filter: UserFilter): RawBuilder<UserRow> {
  const order = orderOf<typeof userList>(filter.sort, ORDER, sql`u.id`);
  return sql<UserRow>`select ${COLUMNS} from users u ${JOINS} where ${matching(viewer, filter)} order by ${order}`;
}

/** One person the viewer may see. */
export async function findUser(tx: Tx, viewer: SignedIn, id: number): Promise<UserRow | undefined> {
  return tx.maybe<UserRow>`select ${COLUMNS} from users u ${JOINS}
    where u.id = ${id} and ${seenBy(viewer)}`;
}

/** Locks the company, then the person: two administrators who remove each other take turns. */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.run`select from companies where id = (select company_id from users where id = ${id}) for update`;
  await tx.run`select from users where id = ${id} for update`;
}

export async function companyOfUser(tx: Tx, id: number): Promise<number | undefined> {
  const found = await tx.maybe<{ company_id: number }>`select company_id from users where id = ${id}`;
  return found?.company_id;
}

/** People of the company who are active, of the role, and may edit users somewhere: who keeps the family from being locked out. */
export async function administratorIds(tx: Tx, companyId: number, role: Role): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select u.id from users u
    where u.company_id = ${companyId} and u.role = ${role} and u.status = 'active' and exists (
      select from account_users au join accounts a on a.id = au.account_id
      where au.user_id = u.id and au.active_status = 'active' and a.active_status = 'active'
        and au.permissions && array['*', 'users/all', 'users/edit'])`;
  return found.map((row) => row.id);
}
