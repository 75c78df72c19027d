import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { firstNotNull } from "../../../database/first-not-null.ts";
import { type Paging, pageOf } from "../../../database/list-page.ts";
import { attributedEntries } from "../../conversions/result-entries.read.ts";
import { isOfSends, recipientsBehind } from "../../pushes/result-entries.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import type { ResultsAsked } from "../actions/asked-results.ts";
import { ofEachKind } from "../actions/each-kind.ts";

/** An action that the campaign has, or had, of which things may be told. */
export type ReportedAction = {
  id: number;
  type: ActionType;
  segment_id: number;
  segment_name: string;
  /** 0: the segment is gone. */
  priority_seq: number;
  name: string | null;
  /** What its texts are called, by their letters. */
  variants: Partial<Record<Variant, string>> | null;
};

export async function isCampaign(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const found = await tx.all`select from campaigns where account_id = ${accountId} and id = ${id}`;
  return found.length > 0;
}

/** In the order of their segments, what is gone last. */
export async function reportedActions(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  campaignId: number,
): Promise<ReportedAction[]> {
  return tx.all<ReportedAction>`select action.id, action.type, segment.id as segment_id, segment.name as segment_name,
      case when segment.active_status = 'active' then segment.priority_seq else 0 end as priority_seq,
      ${ofEachKind(kinds, ({ delivery }) => delivery?.results.called ?? sql`null`)} as name,
      ${ofEachKind(kinds, ({ delivery }) => delivery?.results.withVariants ?? sql`null`)} as variants
    from campaign_segments segment
    join campaign_actions action on action.account_id = ${accountId} and action.campaign_segment_id = segment.id
    where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId}
    order by segment.active_status, segment.priority_seq, action.active_status, action.seq, action.id`;
}

export type InView = Omit<ResultsAsked, "figure"> & { campaignId: number };

/** A figure of one day, action or facility. */
export type ResultCell = {
  /** Null: it has no facility. */
  key: string | null;
  figure: ResultFigure;
  amount: number;
  /** What of it is part of the total. */
  counted: number;
  first_day: CalendarDate;
  last_day: CalendarDate;
};

/** By which column of entries `e` a dimension tells them apart; segments are told by their actions. */
const KEYS: Record<ResultDimension, RawBuilder<string | null>> = {
  day: sql`e.day::text`,
  action: sql`e.action_id::text`,
  segment: sql`e.action_id::text`,
  variant: sql`concat_ws('-', e.action_id, e.variant)`,
  facility: sql`e.facility_id::text`,
};

/** SQL: what each kind keeps, with letters where it has any. */
const storedEntries = (kinds: ActionKinds, asked: ResultsAsked) =>
  kinds.flatMap(({ delivery }) => {
    if (delivery?.results.entries === undefined) return [];
    const variant = delivery.results.withVariants ? sql`o.variant` : sql`null::text`;
    return [{ entries: delivery.results.entries(asked), variant }];
  });
const attributedWithVariants = (asked: InView) => ({ entries: attributedEntries(asked), variant: sql`o.variant` });

const all = (entries: readonly RawBuilder<unknown>[]) => sql.join(entries, sql` union all `);

/** What actions gave and brought, by `by`; none is 0. */
export async function resultCells(
  tx: Tx,
  kinds: ActionKinds,
  asked: InView,
  by: ResultDimension,
): Promise<ResultCell[]> {
  const entries = [...storedEntries(kinds, { ...asked, figure: null }), attributedWithVariants(asked)].map(
    (one) => sql`select o.figure, o.action_id, o.facility_id, o.day, o.amount, ${one.variant} as variant
      from (${one.entries}) o`,
  );
  return tx.all<ResultCell>`select ${KEYS[by]} as key, e.figure, sum(e.amount)::bigint as amount, sum(e.amount)::bigint as counted,
      min(e.day) as first_day, max(e.day) as last_day
    from (${all(entries)}) e
    where e.amount <> 0
    group by 1, 2`;
}

export type BehindRow = {
  customer_id: number | null;
  customer_name: string | null;
  at: Date | null;
  day: CalendarDate;
  amount: number;
  reservation_id: number | null;
};

/**
 * What one figure counts, the newest first. `own`: of an action by itself, also whom another action of its segment counts in the total;
 * `key`: the day, facility or text it is narrowed to.
 */
export function entriesBehind(
  tx: Tx,
  kinds: ActionKinds,
  asked: InView & Paging & { figure: ResultFigure; own: boolean; by: ResultDimension; key: string | null },
): Promise<{ rows: BehindRow[]; total: number }> {
  const { figure, own, by, key } = asked;
  const storedEntryLists = [...storedEntries(kinds, asked), attributedWithVariants(asked)];
  const columns = sql`o.action_id, o.facility_id, o.day, o.at, o.customer_id, o.reservation_id, o.amount, o.place`;
  const entries = isOfSends(figure)
    ? recipientsBehind({ ...asked, figure, own })
    : all(
        storedEntryLists.map(
          (one) => sql`select ${columns}, ${one.variant} as variant from (${one.entries}) o where o.figure = ${figure}`,
        ),
      );
  const order = sql`coalesce(e.at, e.day::timestamp at time zone 'Asia/Tokyo') desc, e.action_id, e.place, e.customer_id`;
  return pageOf(tx, asked, {
    from: sql`(${entries}) e where e.amount <> 0 and ${key === null ? sql`true` : sql`${KEYS[by]} = ${key}`}`,
    order,
    // Ledgers keep the guest they were written for; shown is who that is today.
    rows: (
      cut,
    ) => sql<BehindRow>`select living_customer.id as customer_id, living_customer.name as customer_name, e.at, e.day, e.amount,
        e.reservation_id
      from (select e.* ${cut}) e
      left join customers customer on customer.account_id = ${asked.accountId} and customer.id = e.customer_id
      left join customers living_customer on living_customer.account_id = ${asked.accountId}
        and living_customer.id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
        and ${asked.within(sql`living_customer.id`)}
      order by ${order}`,
  });
}

/** Names of facilities, by id. */
export async function facilityNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await tx.all<{ id: number; name: string }>`select facility_account.id, facility_account.name
    from accounts facility_account
    where facility_account.id = any(${ids}::bigint[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
