import { sql } from "kysely";
import { makeGrant, makeUse } from "../apps/server/src/sections/customers/customers.fixture.ts";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../apps/server/src/test/app.ts";

/** What a guest's row does not say and its conditions ask for. */
export type GuestFacts = {
  types: number[];
  facilities: number[];
  booked: number[];
  month: number | null;
  scores: number[] | null;
  rfms: number[];
  /** Since yesterday, when nobody had scores. */
  flows: string[];
};
export type World = {
  t: TestApp;
  boss: Caller;
  programme: number;
  guests: Map<number, GuestFacts>;
  /** One of them, with points and coupons of every kind and state. */
  guest: number;
};

const TODAY = "2026-11-20";
const GUESTS = 24;

/** Clients, accounts, people, groups, campaigns, guests and lines of the log, in which every condition and order of every list shows. */
export async function openWorld(): Promise<World> {
  const t = await testApp();
  const provider = await makeAccount(t.app, { name: "a provider", provider: true, option: null });
  const chain = await makeAccount(t.app, { name: "b chain", option: "crm_option_parent" });
  const branch = await makeAccount(t.app, { name: "c branch", above: chain, option: null });
  const inn = await makeAccount(t.app, { name: "d inn", cards: true });
  const house = await makeAccount(t.app, { name: "e house", option: null });
  await makeAccount(t.app, { name: "f cottage", companyId: inn.companyId, option: null });
  const boss = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  const people = [
    await makeUser(t.app, provider, "role_vc_user", ["users/read"]),
    await makeUser(t.app, chain, "role_admin", ["*"]),
    await makeUser(t.app, branch, "role_user", []),
    await makeUser(t.app, inn, "role_user", []),
  ];
  const guests = new Map<number, GuestFacts>();
  await t.past.asSystem(async (tx) => {
    for (const [n, id] of people.entries())
      await sql`update users set name = ${`person ${n}`}, user_email = ${`p${n}@example.jp`},
        status = ${["active", "pending", "inactive", "active"][n]},
        last_login_at = ${n === 1 ? null : `2026-11-0${n + 1}T00:00:00Z`} where id = ${id}`.execute(tx.db);
    await sql`update accounts set contract_started_at = '2027-01-01', contract_ended_at = '2028-01-01', updated_at = '2026-01-01'
      where id = ${inn.accountId}`.execute(tx.db);
    await sql`update accounts set contract_started_at = '2020-01-01', contract_ended_at = '2026-01-01', updated_at = '2026-02-01'
      where id = ${branch.accountId}`.execute(tx.db);
    await sql`update accounts set contract_started_at = '2021-01-01', contract_ended_at = '2025-01-01'
      where id = ${house.accountId}`.execute(tx.db);
    await sql`update companies set active_status = 'inactive', updated_at = '2026-03-01' where id = ${house.companyId}`.execute(
      tx.db,
    );
    await sql`update companies set updated_at = '2026-04-01' where id = ${inn.companyId}`.execute(tx.db);
    for (const [n, type] of ["basic", "repeat_promotion", "customer_service"].entries())
      for (const [m, status] of ["active", "inactive", "stopped"].entries())
        await sql`insert into campaigns (account_id, name, type, status, preset_type, campaign_start_dt, updated_at)
          values (${chain.accountId}, ${`campaign ${n}${m}`}, ${type}, ${status},
            ${["weekday_benefit", "birthday", "vip_treatment"][n === m ? n : -1] ?? null}, ${m === 2 ? null : `2026-1${n}-0${m + 1}`},
            ${`2026-10-${10 + 3 * n + m}T00:00:00Z`})`.execute(tx.db);
    await sql`with segment as (insert into campaign_segments (account_id, campaign_id, priority_seq)
        select account_id, id, 1 from campaigns where account_id = ${chain.accountId} and name like 'campaign 2%'
        returning id, campaign_id),
      action as (insert into campaign_actions (account_id, campaign_segment_id, seq, type)
        select ${chain.accountId}, id, 1, 'mail' from segment returning id, campaign_segment_id)
      insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
        push_status, push_sent_time)
      select ${chain.accountId}, segment.campaign_id, segment.id, action.id, 'mail', 'by_hand', 'x', 'done',
        timestamptz '2026-09-01' - segment.campaign_id * interval '1 day'
      from action join segment on segment.id = action.campaign_segment_id`.execute(tx.db);
    for (const [n, label] of ["季節", "", "誕生日", "季節"].entries())
      await sql`insert into mail_templates (account_id, name, label, feature_type, title, body, updated_at)
        values (${chain.accountId}, ${`template ${n}`}, ${label}, ${n === 2 ? "registration_card" : "campaign"}, '', '',
          ${`2026-10-1${(n * 3) % 4}T00:00:00Z`})`.execute(tx.db);
    for (const [n, entity] of ["users", "accounts", "companies"].entries())
      await sql`insert into audit_logs (at, actor_user_id, action, entity, entity_id, account_id, company_id)
        values (${`2026-11-1${n}T03:00:00Z`}, ${people[n]}, ${["create", "update", "login"][n]}, ${entity}, ${n + 1},
          ${n === 2 ? null : [branch, inn][n]?.accountId}, ${n === 2 ? house.companyId : null})`.execute(tx.db);
    await addGuests(tx, chain.accountId, [chain.accountId, branch.accountId], guests);
    await addBatches(tx, chain.accountId, [chain.accountId, branch.accountId]);
    await addHistories(tx, chain.accountId, firstOf(guests));
    await addCandidates(tx, chain.accountId, [...guests.keys()]);
  });
  for (const [n, { accountId }] of [branch, inn, house].entries()) {
    const payload = { name: `group ${3 - n}`, description: "", account_ids: [accountId] };
    const { statusCode, body } = await boss({ method: "POST", url: "/api/accounts/groups", payload });
    if (statusCode !== 200) throw new Error(body);
    await t.past.asSystem((tx) =>
      sql`update groups set updated_at = ${`2026-10-0${n + 1}T00:00:00Z`}, active_status = ${n === 2 ? "inactive" : "active"}
        where name = ${payload.name}`.execute(tx.db),
    );
  }
  await t.past.asSystem((tx) =>
    sql`update accounts set active_status = 'inactive' where id = ${branch.accountId}`.execute(tx.db),
  );
  return { t, boss, programme: chain.accountId, guests, guest: firstOf(guests) };
}

const firstOf = (guests: Map<number, GuestFacts>) => [...guests.keys()][0] ?? 0;

type Tx = Parameters<Parameters<TestApp["past"]["asSystem"]>[0]>[0];

/** What hotel systems sent: each state, origin, kind and facility in a rhythm of its own; every fifth has a row that is held. */
async function addBatches(tx: Tx, account: number, facilities: number[]): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    const facility = facilities[n % 5 < 2 ? 0 : 1];
    const state = ["queued", "running", "done", "failed"][n % 4];
    await sql`with key as (
        insert into feed_keys (account_id, facility_account_id, name, key_hash, key_hint)
          values (${account}, ${facility}, ${`key ${n}`}, sha256(${`key ${n}`}::bytea), 'k') returning id)
      insert into import_batches (account_id, facility_account_id, source, feed_key_id, state, created_at)
        select ${account}, ${facility}, ${["plain", "dynalution", "s4"][n % 3]}, id, ${state}, ${`2026-11-${10 + (n % 7)}T0${n % 9}:00:00Z`}
        from key`.execute(tx.db);
    await sql`insert into feed_batches (account_id, import_batch_id, kind, row_count)
      select ${account}, max(id), ${n % 2 === 0 ? "reservations" : "stays"}, 1 from import_batches where account_id = ${account}`.execute(
      tx.db,
    );
    if (n % 5 === 0)
      await sql`insert into feed_rows (account_id, import_batch_id, row_index, row_outcome, raw)
        select ${account}, max(id), 0, 'refused', '{}' from import_batches where account_id = ${account}`.execute(
        tx.db,
      );
  }
}

/** Guests who may be one, and guests who wait: each reason, decision and day in a rhythm of its own. */
async function addCandidates(tx: Tx, account: number, guests: number[]): Promise<void> {
  const reasons = ["same_mail", "same_tel", "companion", "by_hand"];
  for (let n = 0; n < 10; n += 1) {
    const decision = n < 6 ? "open" : ["merged", "separate", "new_customer", "set_aside"][n - 6];
    const about = sql`${n * 10}, ${JSON.stringify(reasons.filter((_, at) => (n + at) % 3 === 0))}::jsonb, ${decision},
      ${`2026-11-0${9 - (n % 7)}T00:00:00Z`}::timestamptz, ${[null, 71, 72][n % 3]}::bigint`;
    if (n % 2 === 0)
      await sql`insert into customer_merge_candidates (account_id, customer_id, other_customer_id, score, reasons, decision, created_at,
          import_batch_id)
        values (${account}, ${guests[n]}, ${guests[n + 1]}, ${about})`.execute(tx.db);
    else
      await sql`with booked as (
          insert into stay_reservations (account_id, facility_account_id, original_reservation_code, check_in_date, check_out_date)
            values (${account}, ${account}, ${`merge ${n}`}, '2026-12-01', '2026-12-02') returning id
        ), told as (
          insert into stay_reservation_customers (account_id, stay_reservation_id, guest_type, name)
            select ${account}, id, 'representative', ${`w${n}w`} from booked returning id)
        insert into customer_merge_candidates (account_id, stay_reservation_customer_id, score, reasons, decision, created_at,
          import_batch_id)
          select ${account}, id, ${about} from told`.execute(tx.db);
  }
}

/** Grants that are left, used up, reversed, and a deduction; uses of both states; coupons in each state; each on another day. */
async function addHistories(tx: Tx, account: number, guest: number): Promise<void> {
  const point = 10;
  await makeGrant(tx, account, guest, { point, on: "2026-10-01" });
  const spent = await makeGrant(tx, account, guest, { point, on: "2026-10-02" });
  for (const [n, reversed] of [null, spent].entries())
    await sql`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
        reverses_grant_point_id, idempotency_key, remarks, created_by)
      values (${account}, ${account}, ${guest}, -1, ${`2026-10-0${n + 3}`}, 'none', ${reversed}, ${`list ${n}`}, 'x', 1)`.execute(
      tx.db,
    );
  await makeUse(tx, account, guest, { grantId: spent, point, on: "2026-10-05", cancelledOn: "2026-10-07" });
  await makeUse(tx, account, guest, { grantId: spent, point, on: "2026-10-06" });
  for (const [n, [times, active, lastNight]] of (
    [
      [null, "active", null],
      [1, "active", null],
      [null, "active", "2026-10-31"],
      [null, "inactive", null],
    ] as const
  ).entries()) {
    const day = `2026-10-1${n}`;
    const coupon = await sql<{
      id: number;
    }>`insert into coupons (account_id, name, type, discount_type, absolute_type, discount_absolute,
        use_times_limit, stay_end_date, issued_at)
      values (${account}, ${`coupon ${n}`}, 'acquire', 'absolute', 'action', 100, ${times}, ${lastNight}, '2026-10-01')
        returning id`.execute(tx.db);
    const about = sql`${account}, ${guest}, ${coupon.rows[0]?.id}`;
    await sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key, active_status, cancel_date)
      values (${about}, ${day}, ${`list ${n}`}, ${active}, ${active === "inactive" ? "2026-10-20" : null})`.execute(
      tx.db,
    );
    if (n < 3)
      await sql`insert into use_coupon_cases (account_id, customer_id, coupon_id, facility_account_id, use_date, discount, idempotency_key,
          cancel_date)
        values (${about}, ${account}, ${day}, 100, ${`list ${n}`}, ${n === 1 ? null : "2026-10-20"})`.execute(tx.db);
  }
}

async function addGuests(tx: Tx, account: number, facilities: number[], facts: Map<number, GuestFacts>): Promise<void> {
  const ids = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    (await statement.execute(tx.db)).rows.map((row) => row.id);
  const [rfm] = await ids(sql`insert into rfms (account_id) values (${account}) returning id`);
  const [groupId] = await ids(
    sql`insert into groups (company_id, name) select company_id, 'shared' from accounts where id = ${account} returning id`,
  );
  const [shared] = await ids(sql`insert into rfms (account_id, group_id) values (${account}, ${groupId}) returning id`);
  const groups = await ids(
    sql`insert into rfm_groups (account_id, rfm_id, name, priority) select ${account}, ${rfm}, 'g' || n, n from generate_series(1, 3) n
      returning id`,
  );
  const types = await ids(
    sql`insert into account_customer_types (account_id, code, name) select ${account}, 't' || n, 't' || n from generate_series(1, 3) n
      returning id`,
  );
  const [rank] = await ids(
    sql`insert into ranks (account_id, definition, active_month, base_month) values (${account}, 'stay', 12, 12) returning id`,
  );
  const details = await ids(
    sql`insert into rank_details (account_id, rank_id, name, priority, total_stay) select ${account}, ${rank}, 'r' || n, n, 9 - 3 * n
      from generate_series(1, 3) n returning id`,
  );
  for (let n = 0; n < GUESTS; n += 1) {
    // Each fact in a rhythm of its own, so that no two conditions mean the same guests.
    const month = n % 5 === 0 ? null : (n % 12) + 1;
    const mine = types.filter((_, index) => (n >> index) % 2 === 0);
    const booked = facilities.filter((_, index) => n % (index + 2) === 0);
    const stayed = booked.filter(() => n % 8 < 5);
    const scores = n % 6 === 5 ? null : [(n % 5) + 1, ((n >> 1) % 5) + 1, ((n >> 2) % 5) + 1];
    const character = String.fromCharCode(97 + ((n * 7) % GUESTS));
    const [id] = await ids(
      sql`insert into customers (account_id, name, name_kana, member_number, birthday, email, line_user_id, line_follow_state, tel_national)
        values (${account}, ${`z${character}z`}, ${n % 7 === 6 ? null : character}, ${n % 4 === 3 ? null : `M${100 + ((n * 5) % GUESTS)}`},
          ${month === null ? null : `1980-${String(month).padStart(2, "0")}-15`}, ${n % 2 === 0 ? `g${n}@example.jp` : null},
          ${n % 3 === 0 ? `U${n}` : null}, ${n % 3 === 0 ? (n % 2 === 0 ? "following" : "blocked") : "none"},
          ${n % 5 === 4 ? null : `0901234${1000 + n}`}) returning id`,
    );
    if (id === undefined) throw new Error("no guest");
    await sql`update customer_totals set stay_count = ${n % 4}, use_price_total = ${(n % 9) * 1000},
      last_facility_account_id = ${n % 3 === 1 ? account : null},
      last_stay_on = ${n % 8 === 7 ? null : `2026-0${(n % 9) + 1}-10`} where account_id = ${account} and customer_id = ${id}`.execute(
      tx.db,
    );
    await sql`insert into point_accounts (account_id, customer_id, balance) values (${account}, ${id}, ${(n % 10) * 50})`.execute(
      tx.db,
    );
    if (n === 4) await makeGrant(tx, account, id, { point: 5, on: "2026-10-01", expiresOn: "2027-03-31" });
    if (scores !== null)
      await sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total,
          recency_score, frequency_score, monetary_score, rfm_group_id, scored_on, held_since)
        values (${account}, ${id}, ${rfm}, 1, 1, 1, ${scores[0]}, ${scores[1]}, ${scores[2]}, ${groups[n % 3]}, ${TODAY},
          ${TODAY})`.execute(tx.db);
    const rfms = n % 4 === 3 ? [] : [shared];
    await sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total,
        recency_score, frequency_score, monetary_score, scored_on, held_since)
      select ${account}, ${id}, unnest(${rfms}::bigint[]), 1, 1, 1, 5, 5, 5, ${TODAY}, ${TODAY}`.execute(tx.db);
    await sql`insert into customer_types (account_id, customer_id, account_customer_type_id)
      select ${account}, ${id}, unnest(${mine}::bigint[])`.execute(tx.db);
    await sql`with seen as (
        insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
        select ${account}, unnest(${booked}::bigint[]), ${id}, ${TODAY} returning facility_account_id
      ), r as (
        insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date,
          check_out_date)
        select ${account}, facility_account_id, ${id}, ${`S${n}`}, ${TODAY}, ${TODAY} from seen returning id, facility_account_id
      )
      insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
        use_price, check_in_date, check_out_date)
      select ${account}, facility_account_id, id, ${id}, ${`S${n}`}, ${TODAY}, 0, ${TODAY}, ${TODAY} from r
      where facility_account_id = any(${stayed}::bigint[])`.execute(tx.db);
    if (n % 4 < 2)
      await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
        values (${account}, ${id}, ${details[n % 2]}, 'auto', null, ${TODAY})`.execute(tx.db);
    if (n % 4 === 0)
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${id}, 'mail', 'given',
        'staff')`.execute(tx.db);
    // Some follow on LINE and never agreed to messages there.
    if (n % 12 === 0)
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${id}, 'line', 'given',
        'guest')`.execute(tx.db);
    facts.set(id, {
      types: mine,
      facilities: stayed,
      booked,
      month,
      scores,
      rfms: [rfms, scores === null ? [] : rfm].flat() as number[],
      flows: [
        ...rfms.map((each) => `${each}.2026-11-19.${TODAY}.new.none`),
        ...(scores === null ? [] : [`${rfm}.2026-11-19.${TODAY}.new.${groups[n % 3]}`]),
      ],
    });
  }
}
