import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_ROLE, prepareDatabase } from "../../database/embedded.ts";
import { MIGRATIONS_DIR, migrate } from "../../database/migrate.ts";
import { testCluster, urlOf } from "../../test/database.ts";

// A send from before pushes stood on their own: migration 0070 tells each row its campaign and brings the figures up to date.

/** What the rows of before do not know, and what stands on it. */
const NEWER = [
  "0070_pushes.sql",
  "0111_campaign_stay_figures.sql",
  "0112_grants_by_campaign_and_guest.concurrent.sql",
  "0475_campaign_reversals.sql",
  "0500_first_wave_of_a_send.sql",
  "0501_first_wave_checked.sql",
  "0595_causes_of_pushes.sql",
  "0596_causes_checked.sql",
  "0597_pushes_of_causes.concurrent.sql",
  "0598_message_jobs_are_shown.sql",
  "0690_tests_of_messages.sql",
  "0701_tests_ask_again.sql",
  "0711_moments_of_pushes.concurrent.sql",
  "0720_trigger_occasions.sql",
  "0722_gifts_of_cancelled_stays.sql",
  "0723_gifts_of_cancelled_stays.concurrent.sql",
  "0740_control_guests.sql",
  "0741_control_guests_checked.sql",
  "0742_waiting_by_guest.concurrent.sql",
  "0743_groups_by_guest.concurrent.sql",
  "0765_met_before.sql",
  "0766_met_before_checked.sql",
  "0767_reasons_of_gifts.sql",
  "0768_reasons_of_gifts_checked.sql",
  "0806_mail_preferences.sql",
  "0807_mail_preferences_checked.sql",
  "0808_mail_preferences.concurrent.sql",
  "0830_reactions_to_messages.sql",
  "0838_control_guests_by_guest.sql",
  "0856_sends_by_moment.concurrent.sql",
];
const NAME = `t_${randomBytes(6).toString("hex")}`;
const server = new pg.Client({ connectionString: testCluster().superuser });
const past = new pg.Client({ connectionString: urlOf(testCluster().superuser, NAME) });
const before = mkdtempSync(join(tmpdir(), "okaeri-migrations-"));

let migrated: readonly string[] = [];

beforeAll(async () => {
  await server.connect();
  await server.query(`create database ${NAME} owner okaeri_owner`);
  await prepareDatabase(urlOf(testCluster().superuser, NAME));
  cpSync(MIGRATIONS_DIR, before, {
    recursive: true,
    filter: (path) => !NEWER.includes(basename(path)),
  });
  await migrate(urlOf(testCluster().owner, NAME), APP_ROLE, before);
  await past.connect();
  await past.query(`insert into companies (name) values ('宿');
    insert into accounts (code, name, company_id) values ('A', '宿', 1);
    insert into customers (account_id, name) select 1, '客' || n from generate_series(1, 4) n;
    insert into campaigns (account_id, name, type) values (1, '秋', 'repeat_promotion'), (1, '基本', 'basic');
    insert into campaign_segments (account_id, campaign_id, priority_seq) values (1, 1, 1), (1, 2, 1);
    insert into campaign_actions (account_id, campaign_segment_id, seq, type)
      values (1, 1, 1, 'point'), (1, 1, 2, 'mail'), (1, 2, 1, 'point');
    insert into push_actions (account_id, campaign_action_id, trigger_key, push_status, target_count, sent_count)
      values (1, 1, 'by-hand:1', 'doing', 4, 2), (1, 2, 'by-hand:1', 'doing', 4, 0);
    insert into push_action_targets (account_id, push_action_id, customer_id, campaign_segment_id, wave, outcome, sent_at)
      select 1, push, customer, 1, case when customer = 4 or (push, customer) = (2, 3) then 1 else 2 end,
        case when customer <= 2 then 'sent' else 'waiting' end, case when customer <= 2 then now() end
      from generate_series(1, 2) push, generate_series(1, 4) customer;
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, action_id,
        push_action_id, idempotency_key)
      values (1, 1, 1, 300, '2026-11-01', 'none', 1, 1, 'a'), (1, 1, 2, 300, '2026-11-01', 'none', 1, 1, 'b'),
        (1, 1, 3, 50, '2026-11-01', 'none', 3, null, 'c'), (1, 1, 4, 20, '2026-11-01', 'none', null, null, 'd')`);
  migrated = await migrate(urlOf(testCluster().owner, NAME), APP_ROLE);
});
afterAll(async () => {
  await past.end();
  await server.query(`drop database ${NAME} with (force)`);
  await server.end();
  rmSync(before, { recursive: true, force: true });
});

test("a send under way, a finished one and a stay's grant find their campaign, channel and figures", async () => {
  expect(migrated).toEqual(NEWER);
  const rows = async (statement: string) => (await past.query({ text: statement, rowMode: "array" })).rows;
  const facts = "campaign_id::int, campaign_segment_id::int, channel, started_by, sent_count, granted_points::int";
  expect(await rows(`select ${facts} from push_actions order by id`)).toEqual([
    [1, 1, "point", "by_hand", 2, 600],
    [1, 1, "mail", "by_hand", 2, 0],
  ]);
  const targets = "select distinct push_action_id::int, campaign_id::int, outcome, granted_points::int";
  expect(await rows(`${targets} from push_action_targets order by 1, 3`)).toEqual([
    [1, 1, "sent", 300],
    [1, 1, "waiting", null],
    [2, 1, "sent", null],
    [2, 1, "waiting", null],
  ]);
  // The mail of a guest does not go out before the guest's points.
  const first = "select push_action_id::int, customer_id::int from push_action_targets where wave = 1 order by 1";
  expect(await rows(first)).toEqual([
    [1, 4],
    [2, 4],
  ]);
  const grants = await rows("select idempotency_key, campaign_id::int from grant_points order by id");
  expect(Object.fromEntries(grants)).toEqual({ a: 1, b: 1, c: 2, d: null });
});

test("a queue that is no more goes, and so does every schedule of the engine: what comes by the clock is the product's own", async () => {
  const boss = new PgBoss({ connectionString: urlOf(testCluster().owner, NAME), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("readopt-pushes");
  await boss.schedule("readopt-pushes", "* * * * *");
  await boss.stop({ graceful: false });
  await migrate(urlOf(testCluster().owner, NAME), APP_ROLE);
  const names = async (table: string) =>
    (await past.query(`select name from pgboss.${table} where name like '%pushes' order by 1`)).rows.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names("queue")).toEqual(["freeze-pushes", "revive-pushes"]);
  expect(await names("schedule")).toEqual([]);
});

test.each([
  "started_by = 'birthday'",
  "started_by = 'stay_reservation', offset_days = -3",
  "offset_days = 1",
  "started_by = 'mood'",
])("what started a push comes with what it is about: not %s", async (change) => {
  await expect(past.query(`update push_actions set ${change}`)).rejects.toThrow(/started_by/);
});
