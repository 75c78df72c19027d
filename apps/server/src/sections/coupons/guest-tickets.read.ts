import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { isGiven } from "@okaeri/domain/coupons/pool";
import { type TicketFacts, type TicketState, ticketState } from "@okaeri/domain/coupons/ticket";
import { lastCouponDay } from "@okaeri/domain/coupons/valid-until";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import type { OtherPush } from "../pushes/occasions.read.ts";
import { lastVariantGiven } from "../pushes/variants.read.ts";
import {
  codeOf,
  isDoubled,
  isOfVariant,
  lastCouponDaySql as lastDayOf,
  overOn,
  TERMS,
  timesUsed,
} from "./coupons.read.ts";

/** A coupon as its guest sees it. `until`: the last day on which anything can be begun with it; null where none is fixed. */
export type Ticket = {
  couponId: number;
  actionId: number | null;
  terms: CouponTerms;
  state: TicketState;
  code: string | null;
  until: CalendarDate | null;
  usesLeft: number | null;
};

export type TicketsOf = {
  accountId: number;
  /** The guest as they are now, whoever was merged into them. */
  customerId: number;
  today: CalendarDate;
  /** Coupons that these pushes gave or offered, for this occasion. Null: those that the guest has and that are not over. */
  sent: { pushes: readonly OtherPush[]; occasion: string } | null;
};

const MOST = 20;

type Row = {
  id: number;
  campaign_action_id: number | null;
  terms: CouponTerms;
  is_removed: boolean;
  acquired: number;
  used: number;
  has: boolean;
  is_withdrawn: boolean;
  valid_until: CalendarDate | null;
  code: string | null;
  times: number;
  is_open: boolean;
};

/** The coupons that a message tells its guest of, the one that ends first before the others. */
export async function guestTickets(tx: Tx, of: TicketsOf): Promise<Ticket[]> {
  const { accountId, customerId, today, sent } = of;
  const whose = idsOfCustomer(accountId, customerId);
  const ticketSource = sent === null ? heldNow(accountId, whose, today) : ofSend(accountId, whose, sent);
  const rows = await tx.all<Row>`with t as (${ticketSource})
    select coupon.id, coupon.campaign_action_id, ${TERMS} as terms, coupon.active_status = 'inactive' as is_removed,
      coalesce(counter.acquired_count, 0) as acquired, coalesce(counter.used_count, 0) as used, acquired.id is not null as has,
      coalesce(acquired.active_status = 'inactive', false) as is_withdrawn, acquired.valid_until,
      ${codeOf(sql`acquired`)} as code, ${timesUsed(whose, sql`acquired`)} as times,
      exists (select from campaign_actions action
        join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
        join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
        where action.account_id = coupon.account_id and action.id = coupon.campaign_action_id and campaign.status <> 'stopped'
          and coalesce(campaign.campaign_end_dt >= ${today}::date, true)) as is_open
    from t
    join coupons coupon on coupon.account_id = ${accountId} and coupon.id = t.coupon_id
    left join acquire_coupons acquired on acquired.account_id = ${accountId} and acquired.id = t.acquire_coupon_id
    left join coupon_counters counter on counter.account_id = coupon.account_id and counter.coupon_id = coupon.id
    order by ${lastDayOf(sql`acquired`)} nulls last, acquired.id, coupon.id limit ${MOST}`;
  return rows.map((row) => ticketOf(row, today));
}

/** SQL: what these guests have that is not over. */
const heldNow = (accountId: number, whose: RawBuilder<number>, today: CalendarDate) =>
  sql`select acquired.coupon_id, acquired.id as acquire_coupon_id
    from acquire_coupons acquired
    join coupons coupon on coupon.account_id = acquired.account_id and coupon.id = acquired.coupon_id
    where acquired.account_id = ${accountId} and acquired.customer_id in ${whose} and acquired.active_status = 'active'
      and not ${overOn(today, sql`acquired`)} and not ${isDoubled(sql`acquired`, whose)}`;

/** SQL: coupons of a send, of several of an action the one of their letter and what they have, with what these guests have of each for its occasion: what stands, else what was taken back last. */
const ofSend = (accountId: number, whose: RawBuilder<number>, { pushes, occasion }: NonNullable<TicketsOf["sent"]>) => {
  const by = sql`push.id = any(${pushes.map(({ id }) => id)}::bigint[]) and push.campaign_action_id = coupon.campaign_action_id`;
  const assignedVariant = lastVariantGiven(sql`${accountId}`, whose, by);
  return sql`select o.coupon_id, o.acquire_coupon_id
    from (
      select coupon.id as coupon_id, (select acquired.id
          from acquire_coupons acquired
          where acquired.account_id = ${accountId} and acquired.coupon_id = coupon.id and acquired.customer_id in ${whose}
            and acquired.occasion = ${occasion}
          order by acquired.active_status = 'active' desc, acquired.valid_until desc nulls first, acquired.id desc limit 1)
            as acquire_coupon_id,
        ${isOfVariant(sql`${accountId}`, assignedVariant)} as is_theirs
      from coupons coupon
      where coupon.account_id = ${accountId}
        and coupon.campaign_action_id = any(${pushes.map((push) => push.campaign_action_id)}::bigint[]) and coupon.issued_at is not null
    ) o
    where o.is_theirs or o.acquire_coupon_id is not null`;
};

function ticketOf(row: Row, today: CalendarDate): Ticket {
  const { terms } = row;
  const held: TicketFacts["held"] = row.has ? { isWithdrawn: row.is_withdrawn, valid_until: row.valid_until } : null;
  const facts: TicketFacts = {
    isRemoved: row.is_removed,
    used_in_all: row.used,
    acquired_in_all: row.acquired,
    held,
    used_by_guest: row.times,
    isOpen: row.is_open,
  };
  const state = ticketState(terms, facts, today);
  const isTheirs = held !== null || !isGiven(terms);
  const times = terms.use_times_limit;
  return {
    couponId: row.id,
    actionId: row.campaign_action_id,
    terms,
    state,
    code: isTheirs ? (row.code ?? terms.code) : null,
    until: lastCouponDay(terms, row.valid_until),
    usesLeft: times === null ? null : Math.max(0, times - row.times),
  };
}
