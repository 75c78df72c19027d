import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { Once, TriggerMoment } from "@okaeri/domain/campaigns/triggers/occasion";
import { sql } from "kysely";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { pushEngine } from "../../../main/push-engine.ts";
import { mailAction, makeGuests, promotion } from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { triggerJobs } from "./triggers.jobs.ts";

/** A programme whose clock is set by hand, and what happens there. */
export type TriggerWorld = Pipeline & {
  /** Sets the clock and does what it does every minute, with all that follows. Times without a zone are Tokyo's. */
  at(time: string): Promise<void>;
  setClock(time: string): void;
  /** What the clock does in one minute, without what follows. */
  find(): Promise<void>;
  guests(mail: string, count?: number): Promise<number[]>;
  /** A running campaign whose actions have the trigger. */
  campaign(trigger: Partial<TriggerMoment & Once>, document?: Partial<CampaignEdit>): Promise<number>;
  reservation(guest: number | null, row?: Partial<ReservationRow>): Promise<number>;
  /** The confirmed stay of a reservation. */
  stay(reservation: number, row?: { check_out_date?: string; reported_at?: string }): Promise<number>;
  change(reservation: number, row: Partial<ReservationRow>): Promise<void>;
  /** Whom mails reached, by the local part of their address, in order. */
  mailed(): string[];
  /** How many recipients there are by channel, outcome and reason. */
  outcomes(): Promise<Record<string, number>>;
};

export type ReservationRow = {
  check_in_date: string;
  check_out_date: string;
  reserved_date: string | null;
  cancel_date: string | null;
  is_no_show: boolean;
  linked_to_id: number | null;
  customer_id: number | null;
  active_status: "active" | "inactive";
  reservation_status: "reserved" | "go_show";
};

const THREE_DAYS_BEFORE = {
  base: "before_check_in",
  offset_days: 3,
  time: "10:00",
  once_per: "stay",
  once_days: null,
} as const;

const instant = (time: string) => new Date(/Z$|\+/.test(time) ? time : `${time}:00+09:00`);

export async function openTriggers(start = "2026-11-20T09:00"): Promise<TriggerWorld> {
  let now = instant(start);
  const p = await openPipeline({ clock: { now: () => now } });
  const { accountId } = p.inn;
  let codes = 0;
  const engine = pushEngine(p.t.app, FAST);
  const run = { signal: new AbortController().signal };
  const set = (row: object) => sql.join(Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const idOf = async (statement: Parameters<Pipeline["query"]>[0]) =>
    ((await p.query(statement)) as { id: number }[])[0]?.id ?? 0;
  return Object.assign(p, {
    async at(time: string) {
      now = instant(time);
      await triggerJobs(engine, ACTION_KINDS)["find-trigger-events"]({}, run);
      await p.drain();
    },
    setClock: (time: string) => {
      now = instant(time);
    },
    find: () => triggerJobs(engine, ACTION_KINDS)["find-trigger-events"]({}, run),
    guests: (mail: string, count = 1) => makeGuests(p.t.app, accountId, { count, mail }),
    async campaign(trigger: Partial<TriggerMoment & Once>, document: Partial<CampaignEdit> = {}) {
      const { id } = await p.call("POST", "/campaigns", promotion(document));
      await p.query(sql`update campaigns set status = 'active', activated_at = ${now} where id = ${id}`);
      const { base, offset_days, time, once_per, once_days } = { ...THREE_DAYS_BEFORE, ...trigger };
      await p.query(sql`insert into triggers (account_id, campaign_action_id, base, offset_days, time, once_per, once_days)
        select action.account_id, action.id, ${base}, ${offset_days}, ${time}, ${once_per}, ${once_days}
        from campaign_actions action
        join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
        where segment.campaign_id = ${id}`);
      return id;
    },
    reservation(guest: number | null, row: Partial<ReservationRow> = {}) {
      const columns = {
        check_in_date: "2026-11-23",
        check_out_date: "2026-11-25",
        reserved_date: "2026-11-01",
        ...row,
      };
      codes += 1;
      const own = { account_id: accountId, facility_account_id: accountId, customer_id: guest, ...columns };
      const names = Object.keys(own).map((name) => sql.ref(name));
      return idOf(sql`insert into stay_reservations (original_reservation_code, ${sql.join(names)})
        values (${`R${codes}`}, ${sql.join(Object.values(own))}) returning id`);
    },
    stay(reservation: number, row: { check_out_date?: string } = {}) {
      return idOf(sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
          confirmed_date, use_price, check_in_date, check_out_date)
        select account_id, facility_account_id, id, customer_id, original_reservation_code, check_out_date, 10000, check_in_date,
          coalesce(${row.check_out_date ?? null}::date, check_out_date)
        from stay_reservations where id = ${reservation} returning id`);
    },
    async change(reservation: number, row: Partial<ReservationRow>) {
      await p.query(sql`update stay_reservations set ${set(row)} where id = ${reservation}`);
    },
    mailed: () => p.sink.received.map((address) => address.split("@")[0] ?? ""),
    async outcomes() {
      const rows = await p.query<{ outcome: string; n: number }>(
        sql`select push.channel || ' ' || target.outcome || coalesce(' ' || target.reason, '') as outcome, count(*)::int as n
          from push_action_targets target join push_actions push on push.id = target.push_action_id group by 1 order by 1`,
      );
      return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
    },
  });
}

export { mailAction };
