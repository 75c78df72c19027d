import { randomBytes } from "node:crypto";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";
import { guestForm, makeCustomer, makeGrant, makeStay, makeUse, one } from "../sections/customers/customers.fixture.ts";
import { mergeIds } from "../sections/merges/merges.fixture.ts";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { bindingOf } from "../session/sealed-places.ts";
import { TEST_NOW, type TestApp } from "../test/app.ts";
import type { Call } from "./authorisation.oracle.fixture.ts";
import type { Spot } from "./authorisation.world.fixture.ts";

/** One row of everything that lies beneath an account and has an id in some address. */
export type Rows = Record<
  "customer" | "note" | "reservation" | "use" | "file" | "batch" | "word" | "question" | "merge" | "rfm" | "campaign",
  number
> &
  Record<
    | "facility"
    | "report"
    | "grantRequest"
    | "message"
    | "savedCondition"
    | "mailTemplate"
    | "type"
    | "channel"
    | "key"
    | "acquired"
    | "couponUse"
    | "coupon",
    number
  >;

const ON = "2026-11-01";
const TODAY = "2026-11-20";

/** Written past all policies, so that every place has them whoever may see them. */
export function makeRows(t: TestApp, { accountId: facility }: Spot): Promise<Rows> {
  return t.past.asSystem(async (tx) => {
    const programme = await one(
      tx,
      sql<{ id: number }>`select programme_account_id as id from accounts where id = ${facility}`,
    );
    const account = programme.id;
    const made = (query: ReturnType<typeof sql<{ id: number }>>) => one(tx, query).then(({ id }) => id);
    const code = randomBytes(6).toString("hex");
    const guest = async (name: string) => {
      const id = await makeCustomer(tx, account, { name });
      const stay = { code: `${code}-${id}`, facilityId: facility, checkIn: ON, checkOut: "2026-11-02", usePrice: 100 };
      return { id, reservation: (await makeStay(tx, account, id, stay)).reservationId };
    };
    const [first, second, third, fourth] = [await guest("一"), await guest("二"), await guest("三"), await guest("四")];
    const grantId = await makeGrant(tx, account, first.id, { point: 50, on: ON, facilityId: facility });
    const key = await made(sql`insert into feed_keys (account_id, facility_account_id, name, key_hash, key_hint)
      values (${account}, ${facility}, 'PMS', ${randomBytes(32)}, 'okf_') returning id`);
    const campaign = await made(
      sql`insert into campaigns (account_id, name, type) values (${account}, 'x', 'repeat_promotion') returning id`,
    );
    const segment = await made(sql`insert into campaign_segments (account_id, campaign_id, priority_seq, target)
      values (${account}, ${campaign}, 1, '{"combinator":"and","rules":[]}') returning id`);
    const action = await made(sql`insert into campaign_actions (account_id, campaign_segment_id, seq, type)
      values (${account}, ${segment}, 1, 'coupon') returning id`);
    // What it said lately; still lately at any test's clock.
    const segments = [{ ...SEGMENT, id: segment, name: "", benefits_to_reached: true }];
    const document = JSON.stringify({
      ...CAMPAIGN,
      preset_type: null,
      purpose: "marketing",
      priority: 5,
      control_rate: 0,
      segments,
    });
    await tx.run`insert into campaign_edits (account_id, campaign_id, version, document, saved_at, replaced_at)
      values (${account}, ${campaign}, 7, ${document}, ${TEST_NOW}, '2999-01-01')`;
    // With a pool of codes.
    const pooled =
      await made(sql`insert into coupons (account_id, campaign_action_id, name, type, discount_type, absolute_type, discount_absolute)
      values (${account}, ${action}, 'y', 'code', 'absolute', 'action', 10) returning id`);
    await tx.run`insert into coupon_counters (account_id, coupon_id) values (${account}, ${pooled})`;
    const coupon =
      await made(sql`insert into coupons (account_id, name, type, discount_type, absolute_type, discount_absolute, issued_at)
      values (${account}, 'x', 'acquire', 'absolute', 'action', 10, ${TEST_NOW}) returning id`);
    await tx.run`insert into coupon_counters (account_id, coupon_id, acquired_count, used_count) values (${account}, ${coupon}, 1, 1)`;
    const ofCoupon = sql`${account}, ${first.id}, ${coupon}, ${ON}`;
    const batch = await heldBatch(tx, account, facility, key);
    const savedCondition = await made(sql`insert into saved_conditions (account_id, name, target)
      values (${account}, ${code}, '{"combinator":"and","rules":[]}') returning id`);
    const mailTemplate = await made(sql`insert into mail_templates (account_id, name, feature_type, title, body)
      values (${account}, ${code}, 'campaign', '', '') returning id`);
    await tx.run`insert into mail_template_versions (account_id, mail_template_id, version, document, saved_at, replaced_at)
      values (${account}, ${mailTemplate}, 1, ${templateValues(code)}, ${TEST_NOW}, ${TEST_NOW})`;
    const message = await sentMail(tx, account, first.id, { campaign, segment, action });
    const report = await unrecognisedReport(t, tx, account, first.id);
    return {
      facility,
      report,
      message,
      savedCondition,
      mailTemplate,
      batch,
      word: await sourceValue(tx, account, facility, batch, code),
      acquired: await made(
        sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key) values (${ofCoupon}, ${code})
          returning id`,
      ),
      couponUse:
        await made(sql`insert into use_coupon_cases (account_id, customer_id, coupon_id, use_date, facility_account_id, stay_reservation_id,
          discount, idempotency_key) values (${ofCoupon}, ${facility}, ${first.reservation}, 10, ${code}) returning id`),
      customer: first.id,
      reservation: first.reservation,
      note: await made(
        sql`insert into customer_notes (account_id, customer_id, body) values (${account}, ${first.id}, 'x') returning id`,
      ),
      grantRequest:
        await made(sql`insert into point_grant_requests (account_id, facility_account_id, customer_id, grant_point,
          expiration_type, last_day, requested_by, requested_at)
        values (${account}, ${facility}, ${first.id}, 10, 'none', '2999-01-01', (select min(id) from users), ${TEST_NOW}) returning id`),
      use: await makeUse(tx, account, first.id, { grantId, point: 10, on: ON, facilityId: facility }),
      file: await made(sql`insert into import_batches (account_id, facility_account_id, source, byte_size)
        values (${account}, ${facility}, 'csv', 10) returning id`),
      question:
        await made(sql`insert into customer_merge_candidates (account_id, customer_id, other_customer_id, score, reasons)
        values (${account}, ${first.id}, ${second.id}, 50, '["by_hand"]') returning id`),
      merge: await mergeIds(
        tx,
        { accountId: account, userId: null, ip: null, today: calendarDate("2026-11-20"), now: TEST_NOW },
        third.id,
        fourth.id,
      ),
      rfm: await createDefaultRfm(tx, account),
      campaign,
      coupon: pooled,
      type: await made(
        sql`insert into account_customer_types (account_id, code, name) values (${facility}, ${code}, 'x') returning id`,
      ),
      channel: await made(
        sql`insert into account_booking_channels (account_id, code, name) values (${facility}, ${code}, 'x') returning id`,
      ),
      key,
    };
  });
}

/** A mail that a guest got. */
async function sentMail(
  tx: Tx,
  account: number,
  guest: number,
  { campaign, segment, action }: { campaign: number; segment: number; action: number },
): Promise<number> {
  const { id: push } = await one(
    tx,
    sql<{
      id: number;
    }>`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
        trigger_key, push_status)
      values (${account}, ${campaign}, ${segment}, ${action}, 'mail', 'by_hand', 'x', 'done') returning id`,
  );
  await tx.run`insert into push_action_targets (account_id, push_action_id, campaign_id, customer_id, outcome, sent_at)
    values (${account}, ${push}, ${campaign}, ${guest}, 'sent', ${TEST_NOW})`;
  const compiled = {
    language: "ja",
    subject: 0,
    texts: [{ field: "title", lines: [] }],
    pieces: { html: [], text: [] },
  };
  const { id: content } = await one(
    tx,
    sql<{ id: number }>`insert into mail_contents (account_id, hash, compiled)
      values (${account}, ${randomBytes(32).toString("hex")}, ${JSON.stringify({ ...compiled, conditions: [], facts: [] })}) returning id`,
  );
  const { id } = await one(
    tx,
    sql<{
      id: number;
    }>`insert into mail_facts (account_id, push_action_id, customer_id, content_id, mail_id, fact_values, made_at)
      values (${account}, ${push}, ${guest}, ${content}, 1, '{}', ${TEST_NOW}) returning id`,
  );
  return id;
}

/** A report about a mail to the guest that was not understood. */
async function unrecognisedReport({ app }: TestApp, tx: Tx, account: number, guest: number): Promise<number> {
  const { id } = await one(
    tx,
    sql<{
      id: number;
    }>`insert into unrecognised_reports (account_id, received_on, source, server, status_codes, excerpt, occurrences, first_at, last_at,
        customer_id)
      values (${account}, ${TODAY}, 'smtp', 'mx', '{}', ${randomBytes(6).toString("hex")}, 1, ${TEST_NOW}, ${TEST_NOW}, ${guest})
      returning id`,
  );
  const sealed = app.cipher.seal('{"text":"","source":""}', bindingOf("unrecognisedReport", account, id));
  await tx.run`update unrecognised_reports set sealed = ${sealed} where account_id = ${account} and id = ${id}`;
  return id;
}

/** What a hotel's system sent, with one row that is held. */
async function heldBatch(tx: Tx, account: number, facility: number, key: number): Promise<number> {
  const { id } = await one(
    tx,
    sql<{ id: number }>`insert into import_batches (account_id, facility_account_id, source, feed_key_id, state)
      values (${account}, ${facility}, 'plain', ${key}, 'done') returning id`,
  );
  await sql`insert into feed_batches (account_id, import_batch_id, kind, row_count) values (${account}, ${id}, 'reservations', 1)`.execute(
    tx.db,
  );
  await sql`insert into feed_rows (account_id, import_batch_id, row_index, row_outcome, reasons, raw)
    values (${account}, ${id}, 0, 'refused', '[]', '{}')`.execute(tx.db);
  return id;
}

/** A word of it that nobody knows. */
async function sourceValue(tx: Tx, account: number, facility: number, batch: number, word: string): Promise<number> {
  const { id } = await one(
    tx,
    sql<{ id: number }>`insert into source_values (account_id, code_space, field, word, word_key, last_reported_at)
      values (${account}, 'none', 'customer_type', ${word}, ${word}, ${TEST_NOW}) returning id`,
  );
  await tx.run`insert into source_value_batches (account_id, source_value_id, import_batch_id, facility_account_id, row_count)
    values (${account}, ${id}, ${batch}, ${facility}, 1)`;
  return id;
}

const NAMED: Record<string, keyof Rows> = {
  message_id: "message",
  report_id: "report",
  note_id: "note",
  reservation_id: "reservation",
  use_point_case_id: "use",
  request_id: "grantRequest",
  acquire_coupon_id: "acquired",
  use_coupon_case_id: "couponUse",
  coupon_id: "coupon",
  type_id: "type",
  channel_id: "channel",
  key_id: "key",
};

// The first that fits: `/customers/inbox/{id}` is no customer.
const BENEATH: [string, keyof Rows | undefined][] = [
  // An act of the person's own: customer-selection.test.ts shows that nobody else undoes it.
  ["/customers/type-additions/", undefined],
  ["/customers/inbox/", "batch"],
  ["/customers/source-values/batches/", "batch"],
  ["/customers/source-values/", "word"],
  ["/customers/", "customer"],
  ["/accounts/", "facility"],
  ["/imports/", "file"],
  ["/merges/done/", "merge"],
  ["/merges/", "question"],
  ["/rfms/", "rfm"],
  ["/campaigns/", "campaign"],
  ["/saved-conditions/", "savedCondition"],
  ["/mail-templates/", "mailTemplate"],
];

/** The row that this name in the call's address is about; undefined for a number that is no row's, and for what no account has. */
export function rowNamed({ path }: Call, name: string): keyof Rows | undefined {
  return name === "id" ? BENEATH.find(([start]) => path.startsWith(start))?.[1] : NAMED[name];
}

const VERSION = { version: 1 };
const YEARS = { frequency_aggregation_years: 2, monetary_aggregation_years: 2 };
const THRESHOLDS = [1, 2, 3, 4, 5].map((score) => ({
  score,
  recency: [730, 365, 180, 90, 0][score - 1] ?? 0,
  frequency: score,
  monetary: score * 1000,
}));
const RFM = { ...YEARS, details: THRESHOLDS, groups: [] };
const GUEST = guestForm({ name: "x" });
const AUDIENCE = { combinator: "and", rules: [] };
const SEGMENT = { id: null, priority_seq: 1, target: AUDIENCE, actions: [] };
const CAMPAIGN = {
  name: "x",
  type: "repeat_promotion",
  campaign_start_dt: null,
  campaign_end_dt: null,
  segments: [SEGMENT],
};

/** Bodies that would be taken if the row were there, so that nothing but the row is wrong. */
export function bodyForRow({ name }: Call, customerId: number): object | undefined {
  const bodies: Record<string, object> = {
    "customers.update": { ...GUEST, ...VERSION },
    "customers.addNote": { body: "x" },
    "customers.changeNote": { body: "x", ...VERSION },
    "customers.erase": VERSION,
    "customers.addConsent": {
      channel: "mail",
      purpose: "marketing",
      state: "given",
      happened_on: ON,
      text_version: "",
      remarks: "",
    },
    "customers.liftSuppression": { reason: "x" },
    "points.grant": { grant_point: 1, remarks: "x" },
    "points.previewGrant": { grant_point: 1, remarks: "x" },
    "points.rejectRequest": { remarks: "x" },
    "points.use": { use_point: 1 },
    "ranks.give": { version: 0, rank_detail_id: 1, expiration_date: null, remarks: "x" },
    "ranks.endGiven": { version: 0, remarks: "x" },
    "ranks.undoGiven": { version: 0 },
    "coupons.give": { coupon_id: 1, remarks: "x" },
    "coupons.revoke": { remarks: "x" },
    "coupons.use": { coupon_id: 1, stay_reservation_id: 1 },
    "coupons.cancelUse": { remarks: "x" },
    "couponCodes.add": { text: "x" },
    "couponCodes.make": { count: 1, known: 0 },
    "couponCodes.setAlarm": { alarm_at: 1 },
    "imports.check": { mapping: {} },
    "imports.start": { mapping: {} },
    "inbox.retry": { ...VERSION, row: {} },
    "inbox.dismiss": VERSION,
    "inbox.matchWord": { choice_id: null },
    "merges.join": { customer_id: customerId },
    "rfms.preview": RFM,
    "rfms.suggest": YEARS,
    "rfms.update": { ...RFM, ...VERSION },
    "rfms.remove": VERSION,
    "campaigns.update": { ...CAMPAIGN, ...VERSION },
    "campaigns.restoreEdit": VERSION,
    "campaigns.testSend": { action_id: 1, customer_id: null, to: null },
    "campaigns.changeRun": { action_id: 1, at: "2026-12-01T01:00:00Z", move_to: null },
    "campaigns.activate": VERSION,
    "campaigns.confirmText": VERSION,
    "campaigns.approve": VERSION,
    "campaigns.refuse": { reason: "x" },
    "campaigns.chooseVariant": { push_action_id: 1, variant: "A", ...VERSION },
    "campaigns.decideUnknown": { decision: "resend", recipients: null },
    "campaigns.payStays": { from: ON, to: ON },
    "campaigns.revoke": { push_action_id: 1, remarks: "x" },
    "mailTemplates.update": { name: "x", title: "", body: "", signature: "", from_address: "", ...VERSION },
    "savedConditions.update": { name: "x", target: AUDIENCE, ...VERSION },
    "stays.setExcluded": { ...VERSION, excluded: true },
  };
  return bodies[name];
}

/** A template as it was before it was changed. */
const templateValues = (name: string) =>
  JSON.stringify({
    name,
    label: "",
    feature_type: "campaign",
    message_types: ["mail"],
    title: "",
    preheader: "",
    body: "",
    signature: "",
    from_address: "",
    mail_template_id: null,
    language: "ja",
    blocks: [],
  });
