import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import type { MergeContext } from "../../merges/merge-context.ts";
import { mergeIds } from "../../merges/merges.fixture.ts";
import { undoMerge } from "../../merges/undo-merge.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// Random histories of guests and bookings. The oracle reads the facts alone, as they stand each time the product looks, and works out with
// plain dates whom each campaign must have told by then. It knows nothing of the product's tables of occasions and pushes.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LATE = 6 * HOUR;
type Rule = {
  name: string;
  base: "before_check_in" | "before_check_out" | "birthday";
  offset: number;
  time: string;
  once: "stay" | "year";
};
const RULES: readonly Rule[] = [
  { name: "arrival", base: "before_check_in", offset: 3, time: "10:00", once: "stay" },
  { name: "evening", base: "before_check_out", offset: 1, time: "22:00", once: "year" },
  { name: "birthday", base: "birthday", offset: 7, time: "20:30", once: "year" },
];

type Fact = {
  id: number;
  customer_id: number;
  check_in: string;
  check_out: string;
  cancelled: boolean;
  lead: number | null;
};
type Person = { id: number; birthday: string | null; active: boolean; into: number | null };
type Facts = { people: Person[]; bookings: Fact[] };

/** A message that was decided on. `guest` and `booking` are those of the moment; whose they are now the facts say. */
type Message = {
  rule: Rule;
  guest: number;
  booking: number | null;
  day: string;
  at: number;
  /** `gone`: its guest was switched off when it was to leave. */
  state: "waiting" | "sent" | "gone";
};

const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
const dayOf = (ms: number) => new Date(ms + 9 * HOUR).toISOString().slice(0, 10);
const hours = (time: string) => (Number(time.slice(0, 2)) + Number(time.slice(3)) / 60) * HOUR;
const inQuietHours = (ms: number) => {
  const hour = new Date(ms + 9 * HOUR).getUTCHours();
  return hour >= 21 || hour < 8;
};

class Oracle {
  private messages: Message[] = [];
  private judged = new Set<string>();
  running = true;

  /** What the product must have done when it has looked at this moment. */
  look(facts: Facts, now: number): void {
    if (!this.running) return;
    const now_ = (id: number) => facts.people.find((one) => one.id === id)?.into ?? id;
    const leads = new Map(facts.bookings.map((one) => [one.id, one.lead ?? one.id]));
    for (const message of this.messages.filter(({ state }) => state === "waiting"))
      if (!this.holds(message, facts, now_)) {
        this.messages.splice(this.messages.indexOf(message), 1);
        this.judged.delete(keyOf(message));
      }
    for (const rule of RULES)
      for (const due of this.occasions(rule, facts, now)) {
        if (this.judged.has(keyOf(due))) continue;
        this.judged.add(keyOf(due));
        const alreadySent = this.messages.some(
          (one) =>
            one.rule === rule &&
            (rule.once === "stay"
              ? leads.get(one.booking ?? 0) === due.booking
              : now_(one.guest) === due.guest && one.day.slice(0, 4) === due.day.slice(0, 4)),
        );
        if (!alreadySent) this.messages.push(due);
      }
    for (const message of this.messages)
      if (message.state === "waiting" && !inQuietHours(now))
        message.state = facts.people.find(({ id }) => id === now_(message.guest))?.active ? "sent" : "gone";
  }

  private holds({ rule, booking, guest, day }: Message, { bookings }: Facts, now_: (id: number) => number): boolean {
    if (booking === null) return true;
    const row = bookings.find((one) => one.id === booking);
    const lead = bookings.find((one) => one.id === (row?.lead ?? booking));
    if (!lead || lead.cancelled || lead.customer_id !== now_(guest)) return false;
    return (rule.base === "before_check_in" ? lead.check_in : lead.check_out) === day;
  }

  private occasions(rule: Rule, { people, bookings }: Facts, now: number): Message[] {
    const living = people.filter((one) => one.active && one.into === null);
    const due = (guest: number, booking: number | null, day: string): Message[] => {
      const at = midnight(day) - rule.offset * DAY + hours(rule.time);
      return at <= now && now - at <= LATE ? [{ rule, guest, booking, day, at, state: "waiting" }] : [];
    };
    if (rule.base === "birthday")
      return living.flatMap(({ id, birthday }) => {
        if (birthday === null) return [];
        return [-1, 0, 1].flatMap((more) => due(id, null, birthdayIn(birthday, Number(dayOf(now).slice(0, 4)) + more)));
      });
    return bookings
      .filter((one) => !one.cancelled && one.lead === null && living.some(({ id }) => id === one.customer_id))
      .flatMap((one) => due(one.customer_id, one.id, rule.base === "before_check_in" ? one.check_in : one.check_out));
  }

  sent(): string[] {
    return this.messages
      .filter(({ state }) => state === "sent")
      .map((one) => `${one.rule.name} ${one.day} ${one.booking}`);
  }
}

const keyOf = ({ rule, guest, booking, at }: Message) => [rule.name, guest, booking, at].join();

function birthdayIn(birthday: string, year: number): string {
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}-${birthday.slice(5) === "02-29" && !leap ? "02-28" : birthday.slice(5)}`;
}

const step = fc.record({
  does: fc.constantFrom(
    "book",
    "move",
    "back",
    "cancel",
    "uncancel",
    "join",
    "part",
    "give",
    "merge",
    "unmerge",
    "off",
    "on",
    "born",
    "stop",
    "resume",
    "nothing",
    "nothing",
  ),
  which: fc.nat(5),
  guest: fc.nat(2),
  days: fc.integer({ min: 0, max: 5 }),
  hours: fc.constantFrom(1, 3, 5, 8, 13, 24),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One history in a world that has seen others before. */
class History {
  private guests: number[] = [];
  private bookings: { id: number; was: string }[] = [];
  private merges: number[] = [];
  private oracle = new Oracle();

  private readonly w: TriggerWorld;
  private readonly campaigns: ReadonlyMap<string, number>;
  private now: number;

  constructor(w: TriggerWorld, campaigns: ReadonlyMap<string, number>, now: number) {
    this.w = w;
    this.campaigns = campaigns;
    this.now = now;
  }

  async run(steps: readonly Step[]): Promise<number> {
    this.guests = await this.w.guests(`h${this.now}x`, 3);
    await this.w.query(sql`update customers set created_at = '2020-01-01' where id = any(${this.guests}::bigint[])`);
    for (const one of steps) {
      await this.change(one);
      this.now += one.hours * HOUR;
      await this.look();
    }
    await this.change({ does: "resume", which: 0, guest: 0, days: 0, hours: 1 });
    await this.look();
    return this.now;
  }

  private async look(): Promise<void> {
    await this.w.at(new Date(this.now).toISOString());
    await this.w.wake();
    const facts = await this.facts();
    this.oracle.look(facts, this.now);
    const sent = await this.w.query<{ what: string }>(sql`select concat_ws(' ', campaign.name, push.cause_date,
        coalesce(push.stay_reservation_id::text, 'null')) as what
      from push_action_targets target
      join push_actions push on push.id = target.push_action_id
      join campaigns campaign on campaign.id = push.campaign_id
      where target.outcome = 'sent' and target.customer_id = any(${this.guests}::bigint[])`);
    expect(sent.map(({ what }) => what).toSorted()).toEqual(this.oracle.sent().toSorted());
  }

  private async facts(): Promise<Facts> {
    const people =
      await this.w.query<Person>(sql`select id, birthday::text, active_status = 'active' as active, merged_into as into
      from customers where id = any(${this.guests}::bigint[])`);
    const bookings = await this.w.query<Fact>(sql`select id, customer_id, check_in_date::text as check_in,
        check_out_date::text as check_out, cancel_date is not null as cancelled, linked_to_id as lead
      from stay_reservations where id = any(${this.bookings.map(({ id }) => id)}::bigint[])`);
    return { people, bookings };
  }

  private async change({ does, which, guest: at, days }: Step): Promise<void> {
    const { w } = this;
    const guest = this.guests[at] ?? 0;
    const booking = this.bookings[which % Math.max(1, this.bookings.length)];
    const day = (n: number) => dayOf(this.now + n * DAY);
    const is = (id: number) =>
      w.query<Person>(
        sql`select active_status = 'active' as active, merged_into as into from customers where id = ${id}`,
      );
    const [person] = await is(guest);
    switch (does) {
      case "book": {
        if (!person?.active) return;
        const was = day(days);
        this.bookings.push({
          id: await w.reservation(guest, { check_in_date: was, check_out_date: day(days + 2) }),
          was,
        });
        return;
      }
      case "move":
        if (booking) await w.change(booking.id, { check_in_date: day(days), check_out_date: day(days + 1) });
        return;
      case "back":
        if (booking)
          await w.change(booking.id, {
            check_in_date: booking.was,
            check_out_date: dayOf(midnight(booking.was) + 2 * DAY),
          });
        return;
      case "cancel":
        if (booking) await w.change(booking.id, { cancel_date: day(0) });
        return;
      case "uncancel":
        if (booking) await w.change(booking.id, { cancel_date: null });
        return;
      case "join": {
        const lead = this.bookings[(which + 1) % Math.max(1, this.bookings.length)];
        if (!booking || !lead || lead.id === booking.id) return;
        await w.query(
          sql`update stay_reservations set linked_to_id = null where id = ${lead.id} or linked_to_id = ${booking.id}`,
        );
        await w.change(booking.id, { linked_to_id: lead.id });
        return;
      }
      case "part":
        if (booking) await w.change(booking.id, { linked_to_id: null });
        return;
      case "give":
        if (booking && person?.active) await w.change(booking.id, { customer_id: guest });
        return;
      case "merge": {
        const source = this.guests[(at + 1) % 3] ?? 0;
        const [other] = await is(source);
        if (!person?.active || !other?.active) return;
        this.merges.push(await this.inTx((tx, ctx) => mergeIds(tx, ctx, guest, source)));
        return;
      }
      case "unmerge": {
        const merge = this.merges.pop();
        if (merge !== undefined) await this.inTx((tx, ctx) => undoMerge(tx, ctx, merge));
        return;
      }
      case "off":
      case "on":
        if (person?.into === null)
          await w.query(
            sql`update customers set active_status = ${does === "off" ? "inactive" : "active"} where id = ${guest}`,
          );
        return;
      case "born":
        if (person?.active)
          await w.query(sql`update customers set birthday = ${`1990-${day(7 + days).slice(5)}`} where id = ${guest}`);
        return;
      case "stop":
      case "resume":
        if (this.oracle.running !== (does === "stop")) return;
        this.oracle.running = does === "resume";
        for (const id of this.campaigns.values()) {
          await w.query(sql`update campaigns set status = ${does === "stop" ? "stopped" : "active"} where id = ${id}`);
          await w.query(
            sql`update push_actions set stop_requested = ${does === "stop"} where campaign_id = ${id} and finished_at is null`,
          );
        }
    }
  }

  private inTx<T>(work: (tx: Tx, ctx: MergeContext) => Promise<T>): Promise<T> {
    const { app } = this.w.t;
    const ctx = {
      accountId: this.w.inn.accountId,
      userId: null,
      ip: null,
      today: todayOf(app.clock),
      now: app.clock.now(),
    };
    return app.database.inScope({ accountIds: [ctx.accountId] }, (tx) => work(tx, ctx));
  }
}

export function triggersFollowTheModel(runs: number, seed: number, minutes = 1): void {
  test(`${runs} histories of bookings that move, end, join and change hands: who must be told is told once, and nobody else`, {
    timeout: minutes * 60_000,
  }, async () => {
    const w = await openTriggers("2026-11-20T09:00");
    try {
      const campaigns = new Map<string, number>();
      for (const { name, base, offset, time, once } of RULES)
        campaigns.set(name, await w.campaign({ base, offset_days: offset, time, once_per: once }, { name }));
      let now = Date.parse("2026-11-20T00:00:00Z");
      const history = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 14 }), async (steps) => {
        // Nothing of the history before is due any more.
        now = await new History(w, campaigns, now + 40 * DAY).run(steps);
      });
      await fc.assert(history, { numRuns: runs, seed, endOnFailure: true });
    } finally {
      await w.close();
    }
  });
}
