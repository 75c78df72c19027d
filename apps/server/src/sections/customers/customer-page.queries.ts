import type { customerQuery } from "@okaeri/contract/customers";
import type { customerList } from "@okaeri/contract/lists/customers";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { runPrepared, type Tx } from "../../database/connection.ts";
import { conditionsOf, directionOf, limitSql } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { balancesOn } from "../points/balances.read.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { guestsOfFlow } from "../rfms/movement.read.ts";
import { ownRfm } from "../rfms/rfms.read.ts";
import { bookedAt, customerTotal, isGuest, stayedAt, withinFacilities } from "../stays/guests.read.ts";
import { lineReachable, mailReachable } from "./reachable.read.ts";
import { searchCondition } from "./search-condition.ts";

export type CustomerQuery = Omit<z.output<typeof customerQuery>, "size"> & { size: number };
type SortField = (typeof customerList)["sorts"][number];
type Part = RawBuilder<unknown>;

/** What the list is read from: the joins a query needs, and nothing else. */
type Source = { from: Part[]; where: Part[]; column(field: SortField | "id"): Part };

/** Ids of one page in their order, and the exact count of all that match: one statement. */
export async function listCustomerIds(
  tx: Tx,
  scope: Scope,
  input: CustomerQuery,
  today: CalendarDate,
): Promise<{ ids: number[]; total: number }> {
  const search = searchCondition(scope, input.q);
  const field = input.sort.replace("-", "") as SortField;
  const direction = directionOf(input.sort);
  const source = sourceOf(scope, input, field, today, search !== null);
  const filters = filtersOf(scope, input, source, search);
  const everything = filters.length === 0 && scope.facilityIds === null;
  if (everything && input.sort === "-last_stay_on") return pageOfAll(tx, scope, input);
  const where = [...source.where, ...filters];
  if (scope.facilityIds !== null) where.push(withinFacilities(scope, source.column("id")));
  const matches = sql`select ${source.column("id")} as id, ${source.column(field)} as sorted
    from ${sql.join(source.from, sql` `)}
    where ${sql.join(where, sql` and `)}`;
  const page = limitSql(input);
  const result = everything
    ? sql<{ ids: number[]; total: number }>`select ${customerTotal(scope)} as total,
        array(select id from (${matches}) m order by sorted ${direction} nulls last, id ${direction} ${page}) as ids`
    : // Materialised: left to itself the planner walks the sort order on a bad estimate of the matches (measured 100 times slower),
      // and the exact count comes for free.
      sql<{ ids: number[]; total: number }>`with m as materialized (${matches})
        select (select count(*)::int from m) as total,
          array(select id from m order by sorted ${direction} nulls last, id ${direction} ${page}) as ids`;
  return tx.one(result);
}

// From this offset on the count is read first, to know which end of the list is nearer.
const DEEP = 2_000;

/** The unfiltered list, last stay first: walks the index of totals; a deep page (large offset) starts from the nearer end. */
async function pageOfAll(
  tx: Tx,
  scope: Scope,
  input: { page: number; size: number },
): Promise<{ ids: number[]; total: number }> {
  const first = (input.page - 1) * input.size;
  const walk = (forward: boolean, skip: number, take: number) => sql<{ id: number }>`select total.customer_id as id
    from customer_totals total
    where total.account_id = ${scope.accountId} and total.is_listed
    order by ${
      forward
        ? sql`total.last_stay_on desc nulls last, total.customer_id desc`
        : sql`total.last_stay_on asc nulls first,
      total.customer_id asc`
    } limit ${take} offset ${skip}`;
  if (first < DEEP) {
    // Every visit of the list starts with it, so it is a prepared statement: planning took six times as long as the rest.
    const page = sql<{ ids: number[]; total: number }>`select ${customerTotal(scope)} as total,
        array(${walk(true, first, input.size)}) as ids`;
    return (await runPrepared(tx, "customers_unfiltered", page))[0] ?? { ids: [], total: 0 };
  }
  const { total } = await tx.one<{ total: number }>`select ${customerTotal(scope)} as total`;
  const take = Math.min(input.size, total - first);
  if (take <= 0) return { ids: [], total };
  const fromEnd = total - first - take;
  const forward = first <= fromEnd;
  const found = await tx.all(walk(forward, forward ? first : fromEnd, take));
  const ids = found.map((row) => row.id);
  return { ids: forward ? ids : ids.reverse(), total };
}

/**
 * The narrow totals table unless a field of the wide customer row is needed; both hold last stay, stays and yen. The unfiltered list then
 * walks the totals' index in its order.
 */
function sourceOf(
  scope: Scope,
  input: CustomerQuery,
  field: SortField,
  today: CalendarDate,
  searching: boolean,
): Source {
  const wide =
    searching ||
    field === "name_kana" ||
    field === "member_number" ||
    input.birthday_month !== undefined ||
    input.mail !== undefined ||
    input.line !== undefined;
  const id = wide ? sql`customer.id` : sql`total.customer_id`;
  const base = wide ? sql`customers customer` : sql`customer_totals total`;
  const where = wide
    ? [sql`customer.account_id = ${scope.accountId}`, isGuest]
    : [sql`total.account_id = ${scope.accountId}`, sql`total.is_listed`];
  const columns: Record<SortField | "id", Part> = {
    id,
    last_stay_on: wide ? sql`customer.last_stay_on` : sql`total.last_stay_on`,
    stay_count: wide ? sql`customer.stay_count` : sql`total.stay_count`,
    use_price_total: wide ? sql`customer.use_price_total` : sql`total.use_price_total`,
    name_kana: sql`customer.name_kana`,
    member_number: sql`customer.member_number`,
    point_balance: sql`coalesce(p.balance, 0)`,
  };
  const from = [base];
  if (field === "point_balance" || input.point_min !== undefined || input.point_max !== undefined)
    from.push(
      sql`left join ${balancesOn(today, "set")} p on p.account_id = ${scope.accountId} and p.customer_id = ${id}`,
    );
  if ([input.rfm_id, input.recency_score, input.frequency_score, input.monetary_score].some((v) => v !== undefined))
    from.push(sql`join customer_rfms customer_rfm on customer_rfm.account_id = ${scope.accountId} and customer_rfm.customer_id = ${id}
        and customer_rfm.rfm_id = ${input.rfm_id ?? ownRfm(scope.accountId)}`);
  if (input.rfm_flow !== undefined)
    from.push(sql`join (${guestsOfFlow(scope.accountId, input.rfm_flow)}) w on w.customer_id = ${id}`);
  if (input.rank_detail_id !== undefined)
    from.push(sql`join ${heldRanks(today)} k on k.account_id = ${scope.accountId} and k.customer_id = ${id}`);
  return { from, where, column: (name) => columns[name] };
}

function filtersOf(scope: Scope, input: CustomerQuery, source: Source, search: Part | null): Part[] {
  const id = source.column("id");
  const day = source.column("last_stay_on");
  const stays = source.column("stay_count");
  const yen = source.column("use_price_total");
  const points = sql`coalesce(p.balance, 0)`;
  const { q: _searched, ...filters } = input;
  const conditions = conditionsOf<Omit<ListConditions<typeof customerList>, "q">>(filters, {
    rank_detail_id: (ids) => sql`k.rank_detail_id = any (${ids}::bigint[])`,
    rfm_id: (rfm) => sql`customer_rfm.rfm_id = ${rfm}`,
    rfm_group_id: (ids) => sql`exists (select from customer_rfms ingroup_customer_rfm
      where ingroup_customer_rfm.account_id = ${scope.accountId} and ingroup_customer_rfm.customer_id = ${id}
        and ingroup_customer_rfm.rfm_group_id = any (${ids}::bigint[]))`,
    recency_score: (score) => sql`customer_rfm.recency_score = ${score}`,
    frequency_score: (score) => sql`customer_rfm.frequency_score = ${score}`,
    monetary_score: (score) => sql`customer_rfm.monetary_score = ${score}`,
    // The join leaves nobody else.
    rfm_flow: () => sql`w.customer_id is not null`,
    last_stay_from: (from) => sql`${day} >= ${from}`,
    last_stay_to: (to) => sql`${day} <= ${to}`,
    stay_count_min: (least) => sql`${stays} >= ${least}::bigint`,
    stay_count_max: (most) => sql`${stays} <= ${most}::bigint`,
    use_price_min: (least) => sql`${yen} >= ${least}`,
    use_price_max: (most) => sql`${yen} <= ${most}`,
    point_min: (least) => sql`${points} >= ${least}`,
    point_max: (most) => sql`${points} <= ${most}`,
    birthday_month: (months) => sql`customer.birth_month = any (${months}::smallint[])`,
    customer_type_id: (ids) => sql`(exists (select from customer_types customer_type
      where customer_type.account_id = ${scope.accountId} and customer_type.customer_id = ${id}
        and customer_type.account_customer_type_id = any (${ids}::bigint[]))) is true`,
    // Asked guest by guest (is true): joined as sets, an account that the planner has not seen is scanned once for each guest.
    facility_account_id: (ids) =>
      sql<boolean>`(${stayedAt(sql`${scope.accountId}`, id, withinReach(scope, ids))}) is true`,
    reserved_facility_account_id: (ids) =>
      sql<boolean>`(${bookedAt(sql`${scope.accountId}`, id, withinReach(scope, ids))}) is true`,
    mail: (wanted) => sql`${mailReachable(search ? "row" : "set")} = ${wanted === "reachable"}`,
    line: (wanted) => sql`${lineReachable(search ? "row" : "set")} = ${wanted === "reachable"}`,
  });
  return search ? [search, ...conditions] : conditions;
}

/** Only the person's own facilities of these: a filter by another would reveal which of the own guests stay there. */
function withinReach(scope: Scope, ids: readonly number[]): number[] {
  return ids.filter((id) => scope.facilityIds === null || scope.facilityIds.includes(id));
}
