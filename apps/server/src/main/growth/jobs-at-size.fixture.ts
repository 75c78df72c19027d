import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { QueueName } from "../../jobs/queues.ts";
import {
  AROUND_STAY,
  couponAction,
  mailAction,
  pointAction,
  promotion,
} from "../../sections/campaigns/campaigns.fixture.ts";
import { feedKey, send } from "../../sections/feeds/feeds.fixture.ts";
import { csvOf, queued, upload } from "../../sections/imports/imports.fixture.ts";
import { bookings, type GrowingAccount } from "./growing-account.fixture.ts";

/** Queues whose work does not grow with an account's guests, each with the reason. */
export const NOT_BY_GUESTS: Partial<Record<QueueName, string>> = {
  "account-mail": "one mail to one person",
  "send-test": "one mail to the person who tests",
  "nightly-backup": "PostgreSQL's own tool copies the database",
};

/** The six conditions of docs/measurements/targets.md, wide enough for most guests. */
export const sixConditions = (rankDetailId: number): CampaignEdit["segments"][number]["target"] => ({
  combinator: "and",
  rules: [
    { field: "rank_detail_id", operator: "in", value: [rankDetailId] },
    { field: "last_stay_days", operator: "between", value: [0, 365] },
    { field: "stay_count_2y", operator: ">=", value: 1 },
    { field: "birthday_month", operator: "in", value: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    { field: "point_balance", operator: ">=", value: 1 },
    {
      of: "messages",
      where: {
        combinator: "and",
        rules: [
          { field: "outcome", operator: "in", value: ["sent"] },
          { field: "sent_on", operator: ">=", value: { days_ago: 30 } },
        ],
      },
      operator: "=",
      value: 0,
    },
  ],
});

export async function importGuests(a: GrowingAccount): Promise<void> {
  const id = await queued(a.t.app, a.accountId, a.accountId, csvOf(bookings(a.guests)));
  await add(a, "import-reservations", { account_id: a.accountId, import_batch_id: id });
  await a.drain();
  await a.past(`insert into customer_consents (account_id, customer_id, channel, state, source)
    select account_id, id, 'mail', 'given', 'staff' from customers where account_id = $1`);
}

/** Every job once, with work for each of the account's guests. */
export async function workThrough(a: GrowingAccount): Promise<void> {
  await importGuests(a);
  await scoreAndRank(a);
  const send = await sendOffers(a);
  await reactAndBook(a);
  await a.call("POST", `/campaigns/${send.campaignId}/revoke`, { push_action_id: send.pushId, remarks: "誤り" });
  await a.drain();
  await actAroundStays(a);
  await changeBookings(a);
  await passTime(a);
}

async function scoreAndRank(a: GrowingAccount): Promise<void> {
  const accountId = a.accountId;
  await a.due("evaluate-ranks", "score-all-rfms");
  await add(a, "score-rfm", { account_id: accountId, rfm_id: a.rfmId });
  await a.past("update customers set member_number = null where account_id = $1");
  await add(a, "assign-member-numbers", { account_id: accountId, user_id: a.userId });
  await add(a, "settle-stays", { account_id: accountId, from: "2026-01-01", to: null, after: 0 });
  const days = { from: "2026-01-01", to: "2026-11-20" };
  await a.call("POST", `/campaigns/${a.basicId}/pay-stays`, { ...days, preview: false });
  await a.drain();
}

/** Points, a coupon and a mail to all who meet six conditions. */
export async function sendOffers(a: GrowingAccount): Promise<{ campaignId: number; pushId: number }> {
  const actions = [pointAction(), mailAction(), couponAction()];
  const segments = [{ id: null, priority_seq: 1, target: sixConditions(a.rankDetailId), actions }];
  const campaignId = await started(a, promotion({ segments }));
  await a.drain();
  const { pushes } = await a.call("GET", `/campaigns/${campaignId}`);
  return { campaignId, pushId: pushes[0].id };
}

/** Each recipient gets the mail, opens it, clicks, and books. */
async function reactAndBook(a: GrowingAccount): Promise<void> {
  await a.past(`insert into message_events (account_id, provider_event_id, kind, happened_at, push_action_id, customer_id, is_machine,
      detail)
    select account_id, 'e' || push_action_id || '-' || customer_id || kind, kind, timestamptz '2026-11-20 12:05+09', push_action_id,
      customer_id, false, '{}'
    from push_action_targets target, unnest(array['delivered', 'opened', 'clicked']) kind
    where account_id = $1 and outcome = 'sent'
      and push_action_id in (select id from push_actions where account_id = $1 and channel = 'mail')`);
  await a.past(`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date,
      check_out_date, reserved_date, reserved_price)
    select $1, $1, id, 'N' || id, '2026-12-24', '2026-12-25', '2026-11-21', 20000 from customers where account_id = $1`);
  a.setNow("2026-11-21T03:00:00Z");
  await a.due("recompute-attributions", "prove-conversions", "recount-mails", "prove-ledgers");
}

/** A mail three days before each stay, and one on a schedule. */
async function actAroundStays(a: GrowingAccount): Promise<void> {
  const around = { ...mailAction(), seq: 1, trigger: AROUND_STAY };
  const target = { combinator: "and", rules: [] } as const;
  await started(
    a,
    promotion({ segments: [{ id: null, priority_seq: 1, target: { ...target, rules: [] }, actions: [around] }] }),
  );
  const daily = { minute: "0", hour: "10", day_of_month: "*", month: "*", day_of_week: "*", year: "*" };
  const scheduled = { ...mailAction(), seq: 1, schedule: daily, schedule_once: null };
  await started(
    a,
    promotion({ segments: [{ id: null, priority_seq: 1, target: { ...target, rules: [] }, actions: [scheduled] }] }),
  );
  a.setNow("2026-11-22T01:05:00Z");
  await a.due("find-trigger-events", "run-campaigns", "revive-pushes");
  await a.drain();
  const event = { account_id: a.accountId };
  await add(a, "deliver-events", event);
  await add(a, "deliver-slowly", { ...event, push_action_id: null });
  await a.drain();
}

/** A file is looked through, imported and taken back; a hotel's system sends other prices. */
async function changeBookings(a: GrowingAccount): Promise<void> {
  const accountId = a.accountId;
  const rows = bookings(a.guests, { price: 20_000 });
  const importId = await upload(await a.t.as(a.userId), accountId, csvOf(rows));
  const { mapping } = await a.call("GET", `/imports/${importId}/preview`);
  await a.call("POST", `/imports/${importId}/check`, { mapping });
  // Small files are checked while the person waits.
  await a.past(`update import_batches set check_state = 'waiting' where account_id = $1 and id = ${importId}`);
  await add(a, "check-import", { account_id: accountId, import_batch_id: importId });
  await a.drain();
  await a.call("POST", `/imports/${importId}/start`, { mapping });
  await a.drain();
  await a.call("POST", `/imports/${importId}/undo`, {});
  await a.drain();
  const key = await feedKey(a.t.app, { accountId, facilityId: accountId });
  const sent = Array.from({ length: a.guests }, (_, n) => ({
    reservation_code: `F${n}`,
    check_in_date: "2026-12-01",
    check_out_date: "2026-12-03",
    guest_name: `客 ${n}`,
    email: `guest${n}@example.jp`,
  }));
  for (let at = 0; at < sent.length; at += 1_000) {
    const answer = await send(a.t, { key, payload: { rows: sent.slice(at, at + 1_000) } });
    if (answer.statusCode !== 202) throw new Error(answer.body);
  }
  await a.drain();
  await a.due(
    "requeue-imports",
    "maintain-feeds",
    "write-key-lines",
    "clear-uploads",
    "clear-sign-ins",
    "announce-ends",
  );
}

/** Two years on points have expired, and rows are older than their term. */
async function passTime(a: GrowingAccount): Promise<void> {
  a.setNow("2028-11-20T03:00:00Z");
  await a.past(
    "update customers set erase_remaining_on = '2028-01-01' where account_id = $1 and id % 2 = 0 and erased_at is not null",
  );
  await a.due("expire-points", "erase-guests", "purge-old-rows");
}

async function started(a: GrowingAccount, document: CampaignEdit): Promise<number> {
  const { id } = await a.call("POST", "/campaigns", document);
  await a.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  return id;
}

async function add(a: GrowingAccount, name: QueueName, data: object): Promise<void> {
  await a.t.app.database.inScope({ accountIds: [a.accountId] }, (tx) => a.t.app.jobs.add(tx, name, data as never));
}
