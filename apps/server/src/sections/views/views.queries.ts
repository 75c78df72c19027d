import type { ListName } from "@okaeri/contract/lists/lists";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import type { Search } from "./stored-search.ts";

export type ViewRow = {
  id: number;
  user_id: number;
  name: string;
  is_shared: boolean;
  is_default: boolean;
  owner_name: string | null;
  query: Search;
  version: number;
};
type Written = { name: string; is_shared: boolean; is_default: boolean; search: Search };

/** One's own in the order they were made, then what others share. */
export function viewsOf(tx: Tx, scope: Scope, section: ListName): Promise<ViewRow[]> {
  return tx.all<ViewRow>`select saved_view.id, saved_view.user_id, saved_view.name, saved_view.is_shared, saved_view.is_default,
    person.name as owner_name, saved_view.query, saved_view.version
    from saved_views saved_view left join users person on person.id = saved_view.user_id
    where saved_view.account_id = ${scope.accountId} and saved_view.section = ${section}
      and (saved_view.user_id = ${scope.userId} or saved_view.is_shared)
    order by saved_view.user_id <> ${scope.userId}, saved_view.id limit 500`;
}

/** Locked until the transaction ends; one that the person does not see is not there. */
export function lockView(tx: Tx, scope: Scope, section: ListName, id: number): Promise<ViewRow | undefined> {
  return tx.maybe<ViewRow>`select id, user_id, name, is_shared, is_default, null as owner_name, query, version from saved_views
    where account_id = ${scope.accountId} and section = ${section} and id = ${id} and (user_id = ${scope.userId} or is_shared) for update`;
}

/** How many of the person's own views of the list there are besides one, and whether the name is one of theirs. */
export function ownViews(
  tx: Tx,
  scope: Scope,
  section: ListName,
  { name, except }: { name: string; except: number | null },
): Promise<{ others: number; taken: boolean }> {
  return tx.one<{
    others: number;
    taken: boolean;
  }>`select count(*)::int as others, coalesce(bool_or(name = ${name}), false) as taken
    from saved_views
    where account_id = ${scope.accountId} and user_id = ${scope.userId} and section = ${section} and id is distinct from ${except}::bigint`;
}

/** The list is opened with another view from now on, or with none. */
export async function clearDefault(tx: Tx, scope: Scope, section: ListName, now: Date): Promise<void> {
  await tx.run`update saved_views set is_default = false, version = version + 1, updated_by = ${scope.userId}, updated_at = ${now}
    where account_id = ${scope.accountId} and user_id = ${scope.userId} and section = ${section} and is_default`;
}

/** Undefined where the name was taken meanwhile. */
export function insertView(
  tx: Tx,
  scope: Scope,
  section: ListName,
  view: Written,
  now: Date,
): Promise<{ id: number } | undefined> {
  return tx.maybe<{
    id: number;
  }>`insert into saved_views (account_id, user_id, section, name, query, is_shared, is_default, created_by, updated_by, created_at,
    updated_at)
    values (${scope.accountId}, ${scope.userId}, ${section}, ${view.name}, ${JSON.stringify(view.search)}, ${view.is_shared},
      ${view.is_default},
      ${scope.userId}, ${scope.userId}, ${now}, ${now})
    on conflict (account_id, user_id, section, name) do nothing returning id`;
}

export async function updateView(tx: Tx, scope: Scope, id: number, view: Written, now: Date): Promise<void> {
  await tx.run`update saved_views set name = ${view.name}, query = ${JSON.stringify(view.search)}, is_shared = ${view.is_shared},
      is_default = ${view.is_default}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${now}
    where account_id = ${scope.accountId} and id = ${id}`;
}

export async function deleteView(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx.run`delete from saved_views where account_id = ${scope.accountId} and id = ${id}`;
}
