import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { couponAction, mailAction, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import type { MergeContext } from "../merges/merge-context.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { recordMessageEvents } from "../messaging/events/record-message-events.ts";
import { recordLateFailures } from "../pushes/record-late-failures.ts";
import { proveConversions, recomputeAttributions } from "./conversions.jobs.ts";
import {
  attributionsOf,
  type Booking,
  DAY,
  dayOf,
  daysOf,
  type Event,
  type Facts,
  HOUR,
  type Message,
  type Stay,
  type Use,
} from "./conversions-oracle.fixture.ts";

// Random histories of messages, clicks, coupons, bookings and stays, in any order. The oracle reads these facts alone, and works out with
// plain dates which campaign brought which booking. It knows nothing of the product's own tables of conversions.

const START = Date.parse("2026-10-01T00:00:00+09:00");
const GUESTS = 3;

const MESSAGES = ["deliver", "deliver", "about", "click", "click", "machine", "told", "back"] as const;
const BOOKINGS = [
  "book",
  "book",
  "book",
  "rebook",
  "price",
  "cancel",
  "uncancel",
  "give",
  "join",
  "part",
  "off",
] as const;
const OTHERS = [
  "stay",
  "unstay",
  "restay",
  "use",
  "use",
  "unuse",
  "merge",
  "unmerge",
  "window",
  "settle",
  "settle",
] as const;
const step = fc.record({
  does: fc.constantFrom(...MESSAGES, ...BOOKINGS, ...OTHERS),
  which: fc.nat(7),
  guest: fc.nat(GUESTS - 1),
  hours: fc.nat(40 * 24),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** The campaigns' actions that send mails, and their coupons. */
type Sent = { campaign: number; segment: number; action: number; coupon: number; couponAction: number };

class History {
  private guests: number[] = [];
  private bookings: number[] = [];
  private merges: number[] = [];
  private serial = 0;

  private readonly p: Pipeline;
  private readonly campaigns: readonly Sent[];
  private readonly name: number;

  constructor(p: Pipeline, campaigns: readonly Sent[], name: number) {
    this.p = p;
    this.campaigns = campaigns;
    this.name = name;
  }

  async run(steps: readonly Step[]): Promise<void> {
    const { app } = this.p.t;
    this.guests = await makeGuests(app, this.p.inn.accountId, { count: GUESTS, mail: `h${this.name}x` });
    for (const one of steps) await this.change(one);
    await this.settle();
    const expected = attributionsOf(await this.facts());
    expect((await this.stored()).toSorted()).toEqual(expected.toSorted());
    // Nothing is left for the night.
    await proveConversions(app, { signal: new AbortController().signal }, this.p.inn.accountId);
    expect(this.p.t.lines.filter((line) => line.includes("conversions.corrected"))).toEqual([]);
    expect((await this.stored()).toSorted()).toEqual(expected.toSorted());
  }

  private settle(): Promise<void> {
    return recomputeAttributions(this.p.t.app, { signal: new AbortController().signal });
  }

  private async stored(): Promise<string[]> {
    const rows = await this.p.query<{
      entry: string;
    }>(sql`select concat_ws(' ', stay_reservation_id, touch, campaign_action_id,
        coalesce(reserved_on::text, ''), coalesce(reserved_price::text, '?'), coalesce(transacted_on::text, ''), use_price) as entry
      from conversion_attributions where customer_id = any(${this.guests}::bigint[])`);
    return rows.map(({ entry }) => entry);
  }

  private async change({ does, which, guest: at, hours }: Step): Promise<void> {
    const { p } = this;
    const { accountId } = p.inn;
    const guest = this.guests[at] ?? 0;
    const time = new Date(START + hours * HOUR);
    const booking = this.bookings[which % Math.max(1, this.bookings.length)] ?? 0;
    const sent = this.campaigns[which % this.campaigns.length] as Sent;
    const set = (row: ReturnType<typeof sql>) =>
      p.query(sql`update stay_reservations set ${row} where id = ${booking}`);
    switch (does) {
      case "deliver":
      case "about": {
        const about = does === "about" && booking > 0 ? booking : null;
        const started = about === null ? "by_hand" : "trigger";
        const [push] = await p.query<{
          id: number;
        }>(sql`insert into push_actions (account_id, campaign_id, campaign_segment_id,
            campaign_action_id, channel, trigger_key, started_by, in_sets, stay_reservation_id, push_status, target_count, sent_count)
          values (${accountId}, ${sent.campaign}, ${sent.segment}, ${sent.action}, 'mail', ${`m${this.name}-${++this.serial}`}, ${started},
            ${about !== null}, ${about}, 'done', 1, 1) returning id`);
        await p.query(sql`insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id)
          values (${accountId}, ${push?.id}, ${sent.campaign}, ${sent.segment}, ${guest})`);
        await p.query(
          sql`update push_action_targets set outcome = 'sent', sent_at = ${time} where push_action_id = ${push?.id}`,
        );
        return;
      }
      case "click":
      case "machine":
      case "told": {
        const message = await this.message(which);
        if (!message) return;
        const kind = does === "told" ? ("delivered" as const) : ("clicked" as const);
        // Some within the minute that makes a machine.
        const happenedAt =
          which % 3 === 0
            ? new Date(message.moment.getTime() + 30_000)
            : new Date(message.moment.getTime() + hours * HOUR);
        await this.inTx((tx) =>
          recordMessageEvents(tx, accountId, [
            {
              providerEventId: `e${this.name}-${++this.serial}`,
              kind,
              happenedAt: kind === "delivered" ? message.moment : happenedAt,
              pushActionId: message.push,
              customerId: message.guest,
              linkNo: kind === "clicked" ? 1 : null,
              isMachine: does === "machine",
            },
          ]),
        );
        return;
      }
      case "back": {
        const message = await this.message(which);
        if (!message) return;
        const failure = {
          pushActionId: message.push,
          customerId: message.guest,
          reason: "bounced",
          detail: "",
        } as const;
        await this.inTx((tx) => recordLateFailures(tx, accountId, [failure]));
        return;
      }
      case "book": {
        if (!(await this.isLiving(guest))) return;
        const reportedAt = which % 2 === 0 ? null : new Date(time.getTime() + (which - 3) * HOUR);
        const [row] = await p.query<{
          id: number;
        }>(sql`insert into stay_reservations (account_id, facility_account_id, customer_id,
            original_reservation_code, reserved_date, source_updated_at, reserved_price, check_in_date, check_out_date)
          values (${accountId}, ${accountId}, ${guest}, ${`B${this.name}-${++this.serial}`}, ${which === 7 ? null : dayOf(time.getTime())},
            ${reportedAt}, ${which === 5 ? null : 1_000 * which}, ${dayOf(time.getTime() + 20 * DAY)},
            ${dayOf(time.getTime() + 22 * DAY)}) returning id`);
        this.bookings.push(row?.id ?? 0);
        return;
      }
      case "rebook":
        await set(sql`reserved_date = ${dayOf(time.getTime())}, source_updated_at = ${which % 2 === 0 ? null : time}`);
        return;
      case "price":
        await set(sql`reserved_price = ${which === 0 ? null : sql`coalesce(reserved_price, 0) + 500`}`);
        return;
      case "cancel":
        await set(sql`cancel_date = ${dayOf(time.getTime())}`);
        return;
      case "uncancel":
        await set(sql`cancel_date = null, active_status = 'active'`);
        return;
      case "off":
        await set(sql`active_status = 'inactive'`);
        return;
      case "give":
        if (await this.isLiving(guest)) await set(sql`customer_id = ${guest}`);
        return;
      case "join": {
        const lead = this.bookings[(which + 1) % Math.max(1, this.bookings.length)] ?? booking;
        if (lead === booking) return;
        await p.query(
          sql`update stay_reservations set linked_to_id = null where id = ${lead} or linked_to_id = ${booking}`,
        );
        await set(sql`linked_to_id = ${lead}`);
        return;
      }
      case "part":
        await set(sql`linked_to_id = null`);
        return;
      case "stay":
        await p.query(sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id,
            transaction_code, confirmed_date, use_price, check_in_date, check_out_date)
          select account_id, facility_account_id, id, customer_id, ${`S${this.name}-${++this.serial}`}, check_out_date, ${hours * 100},
            check_in_date, check_out_date
          from stay_reservations where id = ${booking}`);
        return;
      case "unstay":
      case "restay":
        await p.query(sql`update stay_transactions set reversed_at = ${does === "unstay" ? time : null}, use_price = use_price + 700
          where stay_reservation_id = ${booking}`);
        return;
      case "use": {
        if (booking === 0) return;
        const acquired = await p.query<{
          id: number;
        }>(sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date,
            idempotency_key, occasion, push_action_id)
          select ${accountId}, ${guest}, ${sent.coupon}, ${dayOf(time.getTime())}, ${`a${this.name}-${++this.serial}`},
            ${`o${this.serial}`}, (select id from push_actions where stay_reservation_id = ${booking}
              and not exists (select from acquire_coupons where push_action_id = push_actions.id) order by id limit 1) returning id`);
        await p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id,
            stay_reservation_id, reservation_code, use_date, discount, idempotency_key)
          select ${accountId}, ${accountId}, ${guest}, ${sent.coupon}, ${acquired[0]?.id}, ${which % 2 === 0 ? booking : null},
            original_reservation_code, ${dayOf(time.getTime())}, 100, ${`u${this.name}-${++this.serial}`}
          from stay_reservations where id = ${booking}`);
        return;
      }
      case "unuse":
        await p.query(sql`update use_coupon_cases set cancel_date = case when cancel_date is null then use_date end
          where reservation_code = (select original_reservation_code from stay_reservations where id = ${booking})`);
        return;
      case "merge": {
        const source = this.guests[(at + 1) % GUESTS] ?? 0;
        if (!(await this.isLiving(guest)) || !(await this.isLiving(source))) return;
        this.merges.push(await this.inTx((tx, ctx) => mergeIds(tx, ctx, guest, source)));
        return;
      }
      case "unmerge": {
        const merge = this.merges.pop();
        if (merge !== undefined) await this.inTx((tx, ctx) => undoMerge(tx, ctx, merge));
        return;
      }
      case "window":
        await p.query(sql`update account_settings set conversion_days = ${7 * (1 + which)}`);
        return;
      case "settle":
        await this.settle();
    }
  }

  private async message(which: number): Promise<{ push: number; guest: number; moment: Date } | undefined> {
    const rows = await this.p.query<{
      push: number;
      guest: number;
      moment: Date;
    }>(sql`select push_action_id as push, customer_id as guest,
        coalesce(sent_at, updated_at) as moment
      from push_action_targets where customer_id = any(${this.guests}::bigint[]) order by 1, 2`);
    return rows[which % Math.max(1, rows.length)];
  }

  private async isLiving(guest: number): Promise<boolean> {
    const rows = await this.p.query<{ into: number | null }>(
      sql`select merged_into as into from customers where id = ${guest}`,
    );
    return rows[0]?.into === null;
  }

  private async facts(): Promise<Facts> {
    const { p, guests } = this;
    const ids = sql`${this.bookings}::bigint[]`;
    const [setting] = await p.query<{ days: number }>(sql`select conversion_days as days from account_settings`);
    const into = await p.query<{ id: number; into: number }>(
      sql`select id, merged_into as into from customers where merged_into is not null and id = any(${guests}::bigint[])`,
    );
    return {
      window: setting?.days ?? 30,
      into: new Map(into.map((one) => [one.id, one.into])),
      bookings:
        await p.query<Booking>(sql`select id, customer_id, reserved_date::text as reserved, source_updated_at as reported_at,
          reserved_price::int as price, cancel_date is not null as cancelled, active_status = 'active' as active, linked_to_id as lead
        from stay_reservations where id = any(${ids})`),
      stays:
        await p.query<Stay>(sql`select stay_reservation_id as booking, check_out_date::text as until, use_price::int as price
        from stay_transactions where stay_reservation_id = any(${ids}) and reversed_at is null`),
      messages: await p.query<Message>(sql`select target.push_action_id as push, target.customer_id as guest,
          push.campaign_action_id as action, push.stay_reservation_id as about, target.sent_at as moment
        from push_action_targets target join push_actions push on push.id = target.push_action_id
        where target.outcome = 'sent' and target.customer_id = any(${guests}::bigint[])`),
      events:
        await p.query<Event>(sql`select id, kind, push_action_id as push, customer_id as guest, happened_at as moment,
          is_machine as machine
        from message_events where customer_id = any(${guests}::bigint[])`),
      uses: await p.query<Use>(sql`select coupon_use.id, reservation.id as booking,
          coupon.campaign_action_id as action, coupon_use.use_date::text as day, push.stay_reservation_id as about
        from use_coupon_cases coupon_use
        join coupons coupon on coupon.id = coupon_use.coupon_id
        join acquire_coupons acquired on acquired.id = coupon_use.acquire_coupon_id
        join stay_reservations reservation on reservation.original_reservation_code = coupon_use.reservation_code
        left join push_actions push on push.id = acquired.push_action_id
        where coupon_use.cancel_date is null and reservation.id = any(${ids})
          and (coupon_use.stay_reservation_id is not null or reservation.active_status = 'active')`),
    };
  }

  private inTx<T>(work: (tx: Tx, ctx: MergeContext) => Promise<T>): Promise<T> {
    const { app } = this.p.t;
    const now = app.clock.now();
    const ctx = { accountId: this.p.inn.accountId, userId: null, ip: null, today: todayOf(app.clock), now };
    return app.database.inScope({ accountIds: [ctx.accountId] }, (tx) => work(tx, ctx));
  }
}

async function makeCampaigns(p: Pipeline, count: number): Promise<Sent[]> {
  const made: Sent[] = [];
  for (let n = 0; n < count; n += 1) {
    const segments = promotion().segments.map((one) => ({ ...one, actions: [couponAction(), mailAction()] }));
    const { id } = await p.call("POST", "/campaigns", promotion({ name: `${n}`, segments }));
    const [row] =
      await p.query<Sent>(sql`select ${id}::bigint as campaign, segment.id as segment, action.id as action, coupon.id as coupon,
        coupon.campaign_action_id as "couponAction"
      from campaign_segments segment
      join campaign_actions action on action.campaign_segment_id = segment.id and action.type = 'mail'
      join campaign_actions coupon_action on coupon_action.campaign_segment_id = segment.id and coupon_action.type = 'coupon'
      join coupons coupon on coupon.campaign_action_id = coupon_action.id
      where segment.campaign_id = ${id}`);
    if (row) made.push(row);
  }
  return made;
}

export function conversionsFollowTheModel(runs: number, seed: number, minutes = 2): void {
  test(`${runs} histories of messages, clicks, coupons, bookings and stays in any order: each booking is credited as its facts say`, {
    timeout: minutes * 60_000,
  }, async () => {
    const p = await openPipeline();
    try {
      const campaigns = await makeCampaigns(p, 3);
      let name = 0;
      const all: string[] = [];
      const history = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        await new History(p, campaigns, ++name).run(steps);
      });
      await fc.assert(history, { numRuns: runs, seed, endOnFailure: true });
      const rows = await p.query<{
        entry: string;
      }>(sql`select concat_ws(' ', stay_reservation_id, touch, campaign_action_id,
          coalesce(reserved_on::text, ''), coalesce(reserved_price::text, '?'), coalesce(transacted_on::text, ''), use_price) as entry
        from conversion_attributions`);
      all.push(...rows.map(({ entry }) => entry));
      const days = await p.query<{
        entry: string;
      }>(sql`select concat_ws(' ', campaign_action_id, stat_date, reserved, reserved_price,
          transacted, use_price) as entry from conversions`);
      expect(days.map(({ entry }) => entry).toSorted()).toEqual(daysOf(all).toSorted());
      // The histories have met every kind of touch.
      expect(new Set(all.map((one) => one.split(" ")[1]))).toEqual(new Set(["use", "click", "delivery"]));
    } finally {
      await p.close();
    }
  });
}
