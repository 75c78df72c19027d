import type { CallMeta } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { makeCustomer, makeGrant, makeStay, makeUse, one, within } from "../sections/customers/customers.fixture.ts";
import { pointJobs } from "../sections/points/points.jobs.ts";
import { type Caller, makeAccount, makeUser, testApp } from "../test/app.ts";
import { ZONES } from "../test/database.ts";

// A day is a day in Asia/Tokyo (product §10) wherever the database and the host stand: the same facts around Tokyo's midnight
// give the same answers in UTC, Japan, Los Angeles and Kiritimati.

const BEFORE = new Date("2026-11-30T14:59:30Z"); // 23:59:30 on 30 November in Tokyo
const AFTER = new Date("2026-11-30T15:00:30Z"); // half a minute into December
const hostZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = hostZone;
});

type Node = { "~orpc": { route: { method: string; path: string }; meta: CallMeta } };
const addresses = (tree: object): string[] =>
  Object.values(tree).flatMap((node: object) => {
    if (!("~orpc" in node)) return addresses(node);
    const { method, path } = (node as Node)["~orpc"].route;
    return method === "GET" && !path.startsWith("/demo") ? [`/api${path}`] : [];
  });

type Answer = { who: string; url: string; status: number; body: string };

const world = async (zone: (typeof ZONES)[number]) => {
  process.env.TZ = zone;
  let now = BEFORE;
  const t = await testApp({ zone, clock: { now: () => now } });
  const provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  const hotel = await makeAccount(t.app, { name: "本館" });
  const ending = await makeAccount(t.app, { name: "月末まで", option: null });
  const account = hotel.accountId;
  await t.app.database.asSystem((tx) =>
    sql`update accounts set contract_ended_at = '2026-11-30' where id = ${ending.accountId}`.execute(tx.db),
  );
  const facts = await within(t.app, [account], async (tx) => {
    const customer = await makeCustomer(tx, account, { name: "山田 太郎", birthday: "1980-12-01" });
    await makeStay(tx, account, customer, { code: "N", checkIn: "2026-11-29", checkOut: "2026-11-30", usePrice: 100 });
    await makeStay(tx, account, customer, { code: "D", checkIn: "2026-11-30", checkOut: "2026-12-01", usePrice: 20 });
    const dying = await makeGrant(tx, account, customer, { point: 500, on: "2026-11-30", expiresOn: "2026-11-30" });
    const living = await makeGrant(tx, account, customer, { point: 70, on: "2026-12-01", expiresOn: "2026-12-01" });
    await makeUse(tx, account, customer, { grantId: dying, point: 30, on: "2026-11-30" });
    await makeUse(tx, account, customer, { grantId: living, point: 5, on: "2026-12-01" });
    const campaign = (name: string, start: string | null, end: string | null) =>
      one(
        tx,
        sql<{
          id: number;
        }>`insert into campaigns (account_id, name, campaign_start_dt, campaign_end_dt, type, status, activated_at)
          values (${account}, ${name}, ${start}, ${end}, 'repeat_promotion', 'active', '2026-11-01T00:00:00Z') returning id`,
      );
    await campaign("十一月の末日まで", null, "2026-11-30");
    await campaign("十二月の初日から", "2026-12-01", null);
    const sender = await campaign("年初だけ", "2026-01-01", "2026-01-31");
    const segment = await one(
      tx,
      sql<{
        id: number;
      }>`insert into campaign_segments (account_id, campaign_id, priority_seq, target) values (${account}, ${sender.id}, 1,
        '{"combinator":"and","rules":[]}') returning id`,
    );
    const action = await one(
      tx,
      sql<{
        id: number;
      }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type) values (${account}, ${segment.id}, 1, 'mail')
        returning id`,
    );
    await sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, push_status,
        push_scheduled_time, push_sent_time, trigger_key, target_count, sent_count)
      values (${account}, ${sender.id}, ${segment.id}, ${action.id}, 'mail', 'by_hand', 'done', '2026-11-30T14:00:00Z',
        '2026-11-30T14:59:59Z', 'november', 10, 3),
        (${account}, ${sender.id}, ${segment.id}, ${action.id}, 'mail', 'by_hand', 'done', '2026-11-30T14:00:00Z', '2026-11-30T15:00:00Z',
        'december', 10, 4)`.execute(tx.db);
    await sql`insert into audit_logs (at, action, entity, account_id) values ('2001-11-30T14:59:59Z', 'november', 'accounts', ${account}),
      ('2001-11-30T15:00:00Z', 'december', 'accounts', ${account})`.execute(tx.db);
    return { customer, campaign: sender.id };
  });
  const admin = await makeUser(t.app, hotel, "role_admin", ["*"]);
  const vcAdmin = await makeUser(t.app, provider, "role_vc_admin", ["*"]);
  const leaving = await makeUser(t.app, ending, "role_admin", ["*"]);
  const callers: Record<string, Caller> = {
    admin: await t.as(admin),
    vcAdmin: await t.as(vcAdmin),
    leaving: await t.as(leaving),
  };
  const key = { kind: "feed", name: "末日まで", feed_channel: null, expires_on: "2026-11-30" };
  await callers.vcAdmin?.({ method: "POST", url: `/api/accounts/${account}/keys`, payload: key });
  const ids: Record<string, number> = {
    ...facts,
    accounts: account,
    customers: facts.customer,
    campaigns: facts.campaign,
    users: admin,
    clients: hotel.companyId,
  };

  const ask = async (who: string, url: string): Promise<Answer> => {
    const answer = await callers[who]?.({ method: "GET", url });
    return { who, url, status: answer?.statusCode ?? 500, body: plain(answer?.body ?? "") };
  };
  return {
    close: () => t.close(),
    ask,
    pass: () => {
      now = AFTER;
    },
    expire: () => pointJobs(t.app)["expire-points"]({}, { signal: new AbortController().signal }),
    /** Answers that read: the periods that end or begin at midnight, or each GET call of the contract and the lists as files. */
    answers: async (of: "periods" | "everything") => {
      const filled = addresses(contract).map((path) =>
        path.replace("{id}", () => String(ids[path.split("/")[2] ?? ""] ?? 1)),
      );
      const periods = ["from=2026-11-01&to=2026-11-30", "from=2026-12-01&to=2026-12-31"].flatMap((period) => [
        `/api/reports?${period}`,
        `/api/audit?${period.replaceAll("2026", "2001")}`,
      ]);
      const files = ["users/export", "accounts/export", "clients/export", "clients/billing"].map(
        (file) => `/api/${file}.csv`,
      );
      const answers = [];
      const urls = of === "periods" ? periods : [...filled, ...periods, ...files];
      for (const who of ["admin", "vcAdmin"]) for (const url of urls) answers.push(await ask(who, url));
      answers.push(await ask("leaving", "/api/users"));
      return answers;
    },
  };
};

/** Without what the fixture itself draws at random or takes from the machine's clock. */
function plain(body: string): string {
  return (
    body
      .replaceAll(/"(?:created_at|updated_at)":"[^"]*"/g, "")
      .replaceAll(/"at":"(?!2001)[^"]*"/g, "")
      // Of these the zone stays.
      .replaceAll(/\\?"([^"\\]*日時)\\?":\\?"[\d\-T:. ]+/g, "$1:")
      .replaceAll(/\bu[0-9a-z]{8,}\b/g, "")
      .replaceAll(/okf_[\w-]+/g, "")
  );
}

test("the same facts around Tokyo's midnight give the same answers in four zones of database and host", async () => {
  const seen: { zone: string; offset: number; answers: Answer[] }[] = [];
  for (const zone of ZONES) {
    const w = await world(zone);
    await w.expire();
    const before = await w.answers("periods");
    w.pass();
    await w.expire();
    seen.push({ zone, offset: BEFORE.getTimezoneOffset(), answers: [...before, ...(await w.answers("everything"))] });
    await w.close();
  }
  // The host really stood there.
  expect(seen.map(({ offset }) => offset)).toEqual([0, -540, 480, -840]);
  const utc = seen[0]?.answers ?? [];
  expect(utc.filter(({ status }) => status >= 500)).toEqual([]);
  for (const { zone, answers } of seen) expect({ zone, answers }).toEqual({ zone, answers: utc });
});

test("and the answers are Tokyo's: what happened in November is in November's report, log and balance", async () => {
  const w = await world("Pacific/Kiritimati");
  const json = async (who: string, url: string) => JSON.parse((await w.ask(who, url)).body);
  const names = async (period: string) =>
    (await json("admin", `/api/reports?${period}`)).campaigns
      .map((row: { name: string; figures: { reached: number } | null }) => [row.name, row.figures?.reached ?? null])
      .sort();
  expect(await names("from=2026-11-01&to=2026-11-30")).toEqual(
    [
      ["十一月の末日まで", null],
      ["年初だけ", 3],
    ].sort(),
  );
  expect(await names("from=2026-12-01&to=2026-12-31")).toEqual(
    [
      ["十二月の初日から", null],
      ["年初だけ", 4],
    ].sort(),
  );
  const months = (await json("admin", "/api/reports?from=2026-11-01&to=2026-12-31")).points;
  expect(months.map((row: { used: number }) => row.used)).toEqual([30, 5]);
  const actions = async (period: string) =>
    (await json("admin", `/api/audit?${period}`)).items.map((line: { action: string }) => line.action);
  expect(await actions("to=2001-11-30&entity=accounts")).toEqual(["november"]);
  expect(await actions("from=2001-12-01&to=2001-12-31&entity=accounts")).toEqual(["december"]);
  const status = async () => (await w.ask("leaving", "/api/users")).status;
  const before = await status();
  w.pass();
  expect([before, await status()]).toEqual([200, 401]);
  await w.close();
});
