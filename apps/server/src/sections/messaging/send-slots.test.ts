import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAIL_CONNECTIONS, openMailer } from "../../mail/mailer.ts";
import { domainOf, domainOfSql } from "../../mail/pace.ts";
import { pushHandlers } from "../../main/push-engine.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { takeSlots } from "./send-slots.ts";

// Rates hold whatever process sends, and whoever receives slowly holds nobody else up.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 41, mail: "guest" });
});
afterAll(() => p.close());
beforeEach(async () => {
  p.sink.received.length = 0;
  p.verdict = () => "take";
  await p.query(sql`delete from send_slots`);
});

test("the database and the mailer tell the receiving domain of an address alike", async () => {
  const addresses = ["a@Slow.JP", '"a@b"@x.example', "a@", "plain", "a@b@c.jp", "Ａ@ｘ.jp"];
  const [row] = await p.query<{ domains: string[] }>(sql`select array(select ${domainOfSql(sql`a`)}
    from unnest(${addresses}::text[]) with ordinality one (a, n) order by n) as domains`);
  expect(row?.domains).toEqual(addresses.map(domainOf));
});

/** Guests after the first few receive elsewhere. */
const slowAre = (count: number) =>
  p.query(sql`update customers set active_status = case when number <= ${count + 1} then 'active' else 'inactive' end,
      email = 'guest' || number || case when number <= ${count} then '@slow.jp' else '@other.jp' end
    from (select id as place, row_number() over (order by id) as number from customers) c
    where id = place`);
const once = async (
  pushActionId: number,
  queue: "deliver-push" | "deliver-slowly" = "deliver-slowly",
  app = p.t.app,
) => {
  const data = { account_id: p.inn.accountId, push_action_id: pushActionId };
  await pushHandlers(app, FAST)[queue](data, { signal: new AbortController().signal, attempt: 0 });
};

test("of what several send at the same time, mails of all together and to each domain leave one after the other", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await p.query(sql`insert into send_slots (account_id, domain, free_at)
    select ${p.inn.accountId}, domain, ${tomorrow} from unnest('{"",x.jp,y.jp}'::text[]) domain`);
  const rates = { perMinute: 1_200, perDomainAndMinute: 600 };
  const take = (domain: string) =>
    p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, (tx) =>
      takeSlots(tx, p.inn.accountId, rates, [`a@${domain}`, `b@${domain}`]),
    );
  await Promise.all(["x.jp", "y.jp", "x.jp", "y.jp"].map(take));
  // Eight turns of all, four of each domain: a turn that was taken twice would leave less.
  const taken = await p.query(sql<{ domain: string; ms: number }>`select domain,
      (extract(epoch from free_at - ${tomorrow}::timestamptz) * 1000)::float8 as ms
    from send_slots order by domain`);
  expect(taken.map(({ domain, ms }) => [domain, ms > 399])).toEqual([
    ["", true],
    ["x.jp", true],
    ["y.jp", true],
  ]);
});

test("a domain at its rate is waited for by its own guests alone, and the send leaves its lane meanwhile", async () => {
  await slowAre(3);
  const { version } = await p.call("GET", `/accounts/${p.inn.accountId}/mail-delivery`);
  const limit = (domain_mails_per_minute: number | null, at: number) =>
    p.call("PUT", `/accounts/${p.inn.accountId}/mail-delivery`, { version: at, via: "smtp", domain_mails_per_minute });
  await limit(1, version);
  const { id, pushActionId } = await p.frozen(promotion());
  // Nothing leaves in the lanes of all: it goes on among those that wait.
  await once(pushActionId, "deliver-push");
  expect(p.sink.received).toEqual([]);
  await once(pushActionId);
  expect(p.sink.received.toSorted()).toEqual(["guest1@slow.jp", "guest4@other.jp"]);
  expect((await p.outcomes(id))["guest2@slow.jp"]).toEqual(["waiting", null]);
  expect(await p.query(sql`select attempt_count from push_action_targets where outcome = 'waiting'`)).toEqual([
    { attempt_count: 0 },
    { attempt_count: 0 },
  ]);
  // Another process keeps to the same turns.
  await p.wake();
  expect(p.sink.received).toHaveLength(2);
  await limit(null, version + 1);
  await p.query(sql`update push_actions set heartbeat_at = null`);
  await once(pushActionId);
  expect(p.sink.received).toHaveLength(4);
});

test("a domain that takes its mails slowly does not keep the connections from the others", async () => {
  await slowAre(40);
  const other = Promise.withResolvers<void>();
  p.verdict = async (recipient) => {
    // Nobody of the slow domain is through before somebody of the other one is.
    if (recipient.endsWith("@slow.jp")) await other.promise;
    else other.resolve();
    return "take" as const;
  };
  const mailer = openMailer(p.sink.url, MAIL_CONNECTIONS, { slowMs: 100 });
  const { pushActionId } = await p.frozen(promotion());
  await once(pushActionId, "deliver-push", { ...p.t.app, mailer });
  mailer.close();
  expect(new Set(p.sink.received).size).toBe(41);
});
