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
export type UserDetailStatus = Detail["status"];
/** An account the person belongs to. */
export type UserAccount = Detail["accounts"][number];
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
  places: UserAccount[];
};
export type UserFilter = ListFilter<typeof userList>;

// Only these reach the ORDER BY.
const ORDER = {
  name: sql`person.name`,
  login_id: sql`person.login_id`,
  status: sql`person.status`,
  role: sql`person.role`,
  last_login_at: sql`person.last_login_at`,
  company_name: sql`company.name`,
};

/**
 * People the viewer may see: provider staff everybody, client staff those of their company who share an account with them or work in one
 * beneath theirs (specification §6, users list).
 */
function seenBy(viewer: SignedIn): RawBuilder<unknown> {
  if (isProvider(viewer.role)) return sql`true`;
  const reach = viewer.accounts.map((account) => account.id);
  return sql`(person.company_id = ${viewer.companyId} and person.role in ('role_admin', 'role_user')
    and exists (select from account_users account_user
      where account_user.user_id = person.id and account_user.active_status = 'active'
        and account_user.account_id = any(${reach}::bigint[])))`;
}

function matching(viewer: SignedIn, { sort: _sort, ...filter }: UserFilter): RawBuilder<unknown> {
  const reach = viewer.accounts.map((account) => account.id);
  const conditions = conditionsOf<ListConditions<typeof userList>>(filter, {
    // Names and addresses in the database's lower case on both sides, the id in its one form.
    q: (words) => {
      const term = words.normalize("NFKC").trim();
      return sql`(position(lower(${term}) in lower(person.name || ' ' || person.user_email)) > 0
        or position(${signInId(term)} in person.login_id) > 0)`;
    },
    status: (status) => sql`person.status = ${status}`,
    role: (role) => sql`person.role = ${role}`,
    company_id: (id) => sql`person.company_id = ${id}`,
    in_account_id: (id) => sql`exists (select from account_users account_user
      where account_user.user_id = person.id and account_user.active_status = 'active'
        and account_user.account_id = ${id} and (${isProvider(viewer.role)} or account_user.account_id = any(${reach}::bigint[])))`,
  });
  return sql.join([seenBy(viewer), ...conditions], sql` and `);
}

const COLUMNS = sql`person.id, person.login_id, person.name, person.user_email, person.role, person.status, person.company_id,
  company.name as company_name, person.last_login_at, person.version, person.password_update_required, person.password_changed_at,
  person.has_password, person.has_tfa, person.created_at, person.updated_at, token.expires_at as invitation_expires_at,
  reset_token.expires_at as tfa_link_expires_at, coalesce(p.places, '[]') as places`;
const JOINS = sql`join companies company on company.id = person.company_id
  left join account_tokens token on token.user_id = person.id and token.purpose = 'invitation' and token.used_at is null
    and token.voided_at is null
  left join account_tokens reset_token on reset_token.user_id = person.id and reset_token.purpose = 'tfa' and reset_token.used_at is null
    and reset_token.voided_at is null
  left join lateral (
    select json_agg(json_build_object('id', account.id, 'parent_id', account.parent_id, 'name', account.name, 'code', account.code,
      'permissions', account_user.permissions, 'can_export', account_user.can_export or '*' = any (account_user.permissions))
      order by account.parent_id nulls first, account.id) as places
    from account_users account_user
    join accounts account on account.id = account_user.account_id
    where account_user.user_id = person.id and account_user.active_status = 'active' and account.active_status = 'active'
  ) p on true`;

/** Read with the product's own reader: a row's rule needs all accounts of the person, not only those in reach. */
export async function listUsers(
  tx: Tx,
  viewer: SignedIn,
  { page, size, ...filter }: UserFilter & Paging,
): Promise<{ rows: UserRow[]; total: number }> {
  const order = orderOf<typeof userList>(filter.sort, ORDER, sql`person.id`);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`users person join companies company on company.id = person.company_id where ${matching(viewer, filter)}`,
      order,
      // The page is cut before what is dear is joined.
      rows: (cut) => sql<UserRow>`select ${COLUMNS}
        from (
          select person.id, person.login_id, person.name, person.user_email, person.role, person.status, person.company_id,
            person.last_login_at, person.version, person.password_update_required, person.password_changed_at, person.has_password,
            person.has_tfa, person.created_at, person.updated_at ${cut}
        ) person ${JOINS}
        order by ${order}`,
    },
  );
}

/** The statement of the whole list, for a file. */
export function everyUser(viewer: SignedIn, filter: UserFilter): RawBuilder<UserRow> {
  const order = orderOf<typeof userList>(filter.sort, ORDER, sql`person.id`);
  return sql<UserRow>`select ${COLUMNS} from users person ${JOINS} where ${matching(viewer, filter)} order by ${order}`;
}

/** One person the viewer may see. */
export async function findUser(tx: Tx, viewer: SignedIn, id: number): Promise<UserRow | undefined> {
  return tx.maybe<UserRow>`select ${COLUMNS}
    from users person ${JOINS}
    where person.id = ${id} and ${seenBy(viewer)}`;
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
  const found = await tx.all<{ id: number }>`select person.id
    from users person
    where person.company_id = ${companyId} and person.role = ${role} and person.status = 'active'
      and exists (select from account_users account_user
        join accounts account on account.id = account_user.account_id
        where account_user.user_id = person.id and account_user.active_status = 'active' and account.active_status = 'active'
          and account_user.permissions && array['*', 'users/all', 'users/edit'])`;
  return found.map((row) => row.id);
}
