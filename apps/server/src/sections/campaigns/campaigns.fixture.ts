import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { CampaignAction, CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { CouponEdit } from "@okaeri/contract/coupons";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { ACTION_KINDS } from "../../main/action-kinds.ts";
import { pushHandlers } from "../../main/push-engine.ts";
import { type Facility, makeAccount } from "../../test/app.ts";
import { pointJobs } from "../points/points.jobs.ts";
import type { Pace } from "../pushes/ports.ts";
import { stayJobs } from "../stays/stays.jobs.ts";
import { campaignJobs } from "./campaigns.jobs.ts";

export const EVERYBODY: CampaignEdit["segments"][number]["target"] = { combinator: "and", rules: [] };

type Rule = { field: string; operator: string; value: unknown };
export const all = (...rules: Rule[]): CampaignEdit["segments"][number]["target"] => ({ combinator: "and", rules });

/** A trigger about a reservation. */
export const AROUND_STAY = {
  base: "before_check_in",
  offset_days: 3,
  time: "10:00",
  once_per: "stay",
  once_days: null,
} as const;

export const pointAction = (points = 500): CampaignAction<"point"> => ({
  id: null,
  seq: 1,
  type: "point",
  point: {
    grant_type: "absolute",
    grant_absolute: points,
    grant_rate: null,
    grant_condition: null,
    plan_code: [],
    expiration_type: "days_from_grant",
    expiration_days_from_grant: 365,
    expiration_days_from_last_stay: null,
    expiration_date: null,
  },
});

export const mailAction = (mail: Partial<MailDetail> = {}): CampaignAction<"mail"> => ({
  id: null,
  seq: 2,
  type: "mail",
  mail: {
    ...blankMail(),
    title: "{{ name }}様へ お知らせ",
    body: "{{ name }}様\n\n残高は{{ point_balance }}ポイントです。\nhttps://example.jp/?a=1&b=2",
    ...mail,
  },
});

export const couponAction = (coupon: Partial<CouponEdit> = {}): CampaignAction<"coupon"> => ({
  id: null,
  seq: 3,
  type: "coupon",
  coupon: {
    ...blankCoupon(),
    name: "秋の2,000円割引",
    use_times_limit: 1,
    use_quantity_limit: 1,
    discount_absolute: 2_000,
    without_end: true,
    ...coupon,
  },
});

/** A complete promotion that could be sent at once. */
export const promotion = (over: Partial<CampaignEdit> = {}): CampaignEdit => ({
  name: "秋のご案内",
  type: "repeat_promotion",
  campaign_start_dt: null,
  campaign_end_dt: null,
  segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction()] }],
  ...over,
});

/** An account whose campaign mails may go out. */
export async function makeInn(app: App, name: string, cap: number | null = null): Promise<Facility> {
  const inn = await makeAccount(app, { name });
  await app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    sql`insert into account_settings (account_id, legal_sender_name, legal_sender_address, legal_sender_tel, mail_from_name,
        mail_from_address, mail_from_confirmed, frequency_cap_count)
      values (${inn.accountId}, ${`${name}株式会社`}, '東京都千代田区1-1', '03-0000-0000', ${name}, 'info@inn.example', 'info@inn.example',
        ${cap})`.execute(tx.db),
  );
  return inn;
}

export type GuestSpec = {
  count: number;
  /** Local part of the addresses, which end in the running number; null: no address. */
  mail: string | null;
  name?: string;
  consent?: "given" | "withdrawn" | null;
  email_state?: "valid" | "bounced" | "opted_out";
  stays?: number;
};

/** Customers of one kind. Returns their ids in order. */
export async function makeGuests(app: App, accountId: number, spec: GuestSpec): Promise<number[]> {
  const consent = spec.consent === undefined ? "given" : spec.consent;
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const made = await sql<{ id: number }>`insert into customers (account_id, name, email, email_state, stay_count)
      select ${accountId}, ${spec.name ?? "山田 太郎"}, case when ${spec.mail}::text is not null then ${spec.mail} || n || '@example.jp' end,
        ${spec.email_state ?? "valid"}, ${spec.stays ?? 0}
      from generate_series(1, ${spec.count}) n
      returning id`.execute(tx.db);
    const ids = made.rows.map((row) => row.id).sort((a, b) => a - b);
    if (consent)
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source)
        select ${accountId}, id, 'mail', ${consent}, 'staff'
        from unnest(${ids}::bigint[]) id`.execute(tx.db);
    return ids;
  });
}

/** A mail of some campaign three days ago. */
export async function gotMailBefore(tx: Tx, accountId: number, customerId: number): Promise<void> {
  await sql`with c as (insert into campaigns (account_id, name, type) values (${accountId}, 'x', 'repeat_promotion') returning id),
    s as (insert into campaign_segments (account_id, campaign_id, priority_seq) select ${accountId}, id, 1 from c returning id), a as (
      insert into campaign_actions (account_id, campaign_segment_id, seq, type)
      select ${accountId}, id, 1, 'mail'
      from s
      returning id
    ), p as (
      insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
        push_status)
      select ${accountId}, c.id, s.id, a.id, 'mail', 'by_hand', 'x', 'done'
      from c, s, a
      returning id, campaign_id
    )
    insert into push_action_targets (account_id, push_action_id, campaign_id, customer_id, outcome, sent_at)
    select ${accountId}, id, campaign_id, ${customerId}, 'sent', '2026-11-17T00:00:00Z'
    from p`.execute(tx.db);
}

/** Every queue, so that a test can let the job engine work: pushes, stays and points for real, the rest idle. */
export function handlersFor(app: App, pace?: Pace, instead: Partial<JobHandlers> = {}): JobHandlers {
  const real = {
    ...pushHandlers(app, pace),
    ...pointJobs(app),
    ...stayJobs(app),
    ...campaignJobs(app, ACTION_KINDS),
    ...instead,
  };
  const idle = async () => {};
  return new Proxy(real, { get: (target, name) => Reflect.get(target, name) ?? idle }) as unknown as JobHandlers;
}

/** Waits until `met`, at most `seconds`. @throws Error naming `what`. */
export async function until(what: string, met: () => Promise<boolean> | boolean, seconds = 50): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await met())) {
    if (Date.now() > end) throw new Error(`did not happen in ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
