import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { feedKey } from "../feeds/feeds.fixture.ts";
import { partnerKey } from "../partner/partner.fixture.ts";

// Before a contract, an option, an account or a client ends, what stops is counted. Today is 2026-11-20.

let t: TestApp;
let hq: Facility;
let inn: Facility;
let annex: Facility;
let vcAdmin: Caller;

beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "inn", above: hq, option: null, cards: true });
  annex = await makeAccount(t.app, { name: "annex", above: hq });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  const accountId = hq.accountId;
  for (const { accountId: facilityId } of [inn, annex]) {
    await feedKey(t.app, { accountId, facilityId });
    await partnerKey(t.app, accountId, facilityId);
  }
  await feedKey(t.app, { accountId, facilityId: inn.accountId }, "s4", { expires_at: TEST_NOW });
  await partnerKey(t.app, accountId, inn.accountId, { revoked_at: TEST_NOW });
  await within(t.app, [accountId, inn.accountId, annex.accountId], async (tx) => {
    await tx.run`insert into campaigns (account_id, name, type, status, campaign_end_dt) values
      (${accountId}, '今日まで', 'repeat_promotion', 'active', '2026-11-20'), (${accountId}, '基本', 'basic', 'active', null),
      (${accountId}, '昨日まで', 'repeat_promotion', 'active', '2026-11-19'), (${accountId}, '下書き', 'basic', 'inactive', null)`;
    await tx.run`insert into campaign_segments (account_id, campaign_id, priority_seq)
      select account_id, id, 1 from campaigns where account_id = ${accountId} and name = '今日まで'`;
    await tx.run`insert into campaign_actions (account_id, campaign_segment_id, seq, type)
      select segment.account_id, segment.id, n, type from campaign_segments segment, (values (1, 'point'), (2, 'mail')) a (n, type)
        where segment.account_id = ${accountId}`;
    // Two actions of one send that is under way, one send that waits, one that is over.
    await tx.run`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
      push_status, trigger_key)
      select segment.account_id, segment.campaign_id, segment.id, action.id, action.type, 'by_hand', status, key
      from campaign_segments segment join campaign_actions action on action.account_id = segment.account_id
        and action.campaign_segment_id = segment.id,
        (values ('doing', 'one'), ('standby', 'two'), ('done', 'three')) p (status, key)
      where segment.account_id = ${accountId} and (key = 'one' or action.type = 'mail')`;
    for (const [place, source, state] of [
      [inn, "csv", "running"],
      [inn, "csv", "uploaded"],
      [inn, "plain", "queued"],
      [annex, "csv", "undoing"],
      [annex, "s4", "done"],
    ] as const)
      await tx.run`insert into import_batches (account_id, facility_account_id, source, state)
        values (${accountId}, ${place.accountId}, ${source}, ${state})`;
    const guest = await makeCustomer(tx, accountId, { name: "山田 太郎" });
    await makeCustomer(tx, accountId, { name: "佐藤 花子" });
    const stay = { code: "S1", usePrice: 10_000, checkIn: "2026-10-01", checkOut: "2026-10-02" };
    await makeStay(tx, accountId, guest, { ...stay, facilityId: inn.accountId });
  });
});
afterAll(() => t.close());

const stops = async (path: string, who = vcAdmin) => (await who({ method: "GET", url: `/api${path}` })).json();
const none = { accounts: 0, keys: 0, campaigns: 0, sends: 0, imports: 0, feed_batches: 0 };

test("headquarters stop with all that share their programme, a facility with what is its own, a client with everything", async () => {
  const whole = { accounts: 3, keys: 4, campaigns: 2, sends: 2, imports: 2, feed_batches: 1, guests: 2 };
  expect(await stops(`/accounts/${hq.accountId}/stops`)).toEqual(whole);
  expect(await stops(`/clients/${hq.companyId}/stops`)).toEqual(whole);
  const own = { ...none, accounts: 1, keys: 2, imports: 1, feed_batches: 1, guests: 1 };
  expect(await stops(`/accounts/${inn.accountId}/stops`)).toEqual(own);
});

test("an option ends: keys alone stop, of places where no other option opens them", async () => {
  const ending = (place: Facility, ...types: string[]) =>
    stops(`/accounts/${place.accountId}/stops?${types.map((type, at) => `option_types[${at}]=${type}`).join("&")}`);
  // The annex has an option of its own, and the inn's registration cards take feeds.
  expect(await ending(hq, "crm_option_parent")).toEqual({ ...none, keys: 1, guests: 2 });
  expect(await ending(annex, "crm_option")).toMatchObject({ keys: 0 });
  expect(await ending(inn, "registration_card_option")).toEqual({ ...none, keys: 0, guests: 1 });
  const wrong = await vcAdmin({ method: "GET", url: `/api/accounts/${inn.accountId}/stops?option_types[0]=gold` });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ["option_types.0"]]);
});

test("what is over already stops no more, and a clerk is refused", async () => {
  const clerk = await t.as(await makeUser(t.app, inn, "role_user", ["*"]));
  const refused = await clerk({ method: "GET", url: `/api/accounts/${inn.accountId}/stops` });
  expect(refused.statusCode).toBe(403);
  const ends = (day: string | null) =>
    t.past.asSystem((tx) =>
      tx.client.query("update accounts set contract_ended_at = $1 where id = $2", [day, inn.accountId]),
    );
  await ends("2026-11-19");
  expect(await stops(`/accounts/${inn.accountId}/stops`)).toEqual({ ...none, guests: 0 });
  expect(await stops(`/clients/${hq.companyId}/stops`)).toMatchObject({ accounts: 2, keys: 2 });
  await ends(null);
});
