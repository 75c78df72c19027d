import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { namePerson, PRODUCT_ITSELF } from "../../../database/connection.ts";
import { makeUser } from "../../../test/app.ts";
import { eraseTests } from "../../messaging/tests/erase-tests.ts";
import { oldTests } from "../../messaging/tests/purge-tests.ts";
import { testJobs } from "../../messaging/tests/send-tests.ts";
import {
  all,
  couponAction,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  promotion,
} from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// docs/adr/0478: a message is tried on oneself and colleagues, with a real guest's facts.

let p: Pipeline;
let id: number;
let mailId: number;
let guest: number;
let colleague: number;
let me: number;
beforeEach(async () => {
  p = await openPipeline();
  [guest = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "guest", name: "試験 受子" });
  colleague = await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]);
  const segment = { id: null, priority_seq: 1, target: EVERYBODY };
  const mail = mailAction({ body: "{{ name }}様\n\nコード {{ coupon_code }}" });
  const coupon = couponAction({ type: "code", code: "HONMONO-1", stay_end_date: "2027-03-31" });
  const made = await p.call("POST", "/campaigns", promotion({ segments: [{ ...segment, actions: [mail, coupon] }] }));
  id = made.id;
  mailId = await mailOf(id);
  me = (await p.call("GET", "/campaigns/test-recipients")).items[0].user_id;
});
afterEach(() => p.close());

const mailOf = async (campaign: number): Promise<number> =>
  (await p.detail(campaign)).segments[0].actions.find(({ type }: { type: string }) => type === "mail").id;
const work = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST, testJobs(p.t.app, [0.01, 0.01])));
const ask = (over: object = {}, campaign = id) =>
  p.staff({
    method: "POST",
    url: `/api/campaigns/${campaign}/test-send`,
    payload: { action_id: mailId, customer_id: guest, to: null, ...over },
  });
const tests = async () => (await p.call("GET", `/campaigns/${id}/test-sends`)).items;
const ADDRESS = "staff@example.jp";
const addressed = (userId: number, address: string) =>
  p.t.app.database.asSystem(
    async (tx) => {
      await namePerson(tx, userId);
      await sql`update users set user_email = ${address} where id = ${userId}`.execute(tx.db);
    },
    { actor: PRODUCT_ITSELF },
  );

test("of several texts the one that is named is tried, and none that is not there", async () => {
  const mail = { ...mailAction({ share: 50 }) };
  const other = { ...mail, mail: mail.mail && { ...mail.mail, variant: "B" as const, title: "二つ目" } };
  const actions = [{ ...mail, other_mails: other.mail === null ? [] : [other.mail] }];
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions }];
  const several = (await p.call("POST", "/campaigns", promotion({ segments }))).id;
  const action_id = await mailOf(several);
  expect((await ask({ action_id, variant: "C" }, several)).json().fields).toHaveProperty("variant");
  expect((await ask({ action_id, variant: "B" }, several)).statusCode).toBe(200);
  await work();
  expect((await p.sink.parsed(ADDRESS)).subject).toBe("【テスト】二つ目");
});

test("it arrives marked, with the guest's facts and nothing that works, and counts nowhere", async () => {
  const asked = await ask({ to: [me, colleague] });
  expect(asked.statusCode, asked.body).toBe(200);
  expect(asked.json().jobs).toMatchObject([{ push_status: "standby" }, { push_status: "standby" }]);
  await work();
  expect(await tests()).toMatchObject([
    { user_id: colleague, push_status: "done", failure_reason: null, message: null },
    { push_status: "done" },
  ]);
  const mail = await p.sink.parsed(ADDRESS);
  expect(mail.subject).toBe("【テスト】試験 受子様へ お知らせ");
  expect(mail.text).toMatch(/^これはテスト送信です[\s\S]*試験 受子様[\s\S]*TEST-0000-0000/);
  expect(`${mail.text}${mail.html}`).not.toContain("HONMONO");
  expect(mail.headers.has("list-unsubscribe")).toBe(false);
  const link = /\/u\/[\w.-]+/.exec(mail.text ?? "")?.[0] ?? "";
  const opened = await p.staff({ method: "GET", url: link });
  expect(opened.body).toContain("このリンクは使えません");
  const stored =
    await p.query(sql`select message_job.feature_type, message_job.push_scheduled_time <= message_job.push_sent_time as in_order,
      message_jobs_mail.mail_id is not null as of_mail, message_jobs_mail.to_address, message_jobs_mail.from_address,
      message_jobs_mail.title,
      message_jobs_mail.provider_message_id
    from message_jobs message_job
    join message_jobs_mails message_jobs_mail on message_jobs_mail.account_id = message_job.account_id
      and message_jobs_mail.message_job_id = message_job.id
    where message_jobs_mail.to_user_id = ${colleague}`);
  expect(stored).toEqual([
    {
      feature_type: "test",
      in_order: true,
      of_mail: true,
      to_address: ADDRESS,
      from_address: '"宿" <info@inn.example>',
      title: "【テスト】試験 受子様へ お知らせ",
      provider_message_id: expect.stringMatching(/^<t\d+\.a\d+@/),
    },
  ]);
  const [counted] = await p.query<{
    pushes: number;
    targets: number;
  }>(sql`select (select count(*)::int from push_actions) as pushes,
      (select count(*)::int from push_action_targets) as targets`);
  expect(counted).toEqual({ pushes: 0, targets: 0 });
  const audited = await p.query(
    sql`select from audit_logs where action = 'test' and entity = 'campaigns' and entity_id = ${id}`,
  );
  expect(audited).toHaveLength(1);
});

test("an address that is unknown, of wrong form or stopped is invalid; what is refused is other", async () => {
  p.verdict = () => ({ refuseRecipient: 550, text: "5.1.1 no such user" });
  await ask();
  await work();
  expect((await tests())[0]).toMatchObject({ push_status: "failure", failure_reason: "invalid_email" });
  p.verdict = () => ({ refuseData: 554 });
  await ask();
  await work();
  expect((await tests())[0]).toMatchObject({ push_status: "failure", failure_reason: "other" });
  p.verdict = () => "take";
  const [stopped, odd] = [
    await makeUser(p.t.app, p.inn, "role_user", []),
    await makeUser(p.t.app, p.inn, "role_user", []),
  ];
  await addressed(odd, "not an address");
  await addressed(stopped, "stopped@example.jp");
  await p.query(sql`insert into suppressions (account_id, channel, address, reason)
    select ${p.inn.accountId}, 'mail', lower(user_email), 'bounced' from users where id = ${stopped}`);
  const { jobs } = (await ask({ to: [stopped, odd] })).json();
  expect(jobs.map((one: { failure_reason: string }) => one.failure_reason)).toEqual(["invalid_email", "invalid_email"]);
});

test("while the mail server is away it waits and says so, then it says that it did not arrive", async () => {
  const send = p.t.app.personMailer.send;
  p.t.app.personMailer.send = async () => ({ outcome: "later", reason: "ESOCKET", serverDown: true });
  try {
    await ask();
    await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, testJobs(p.t.app, [3_600])));
    expect((await tests())[0]).toMatchObject({
      push_status: "standby",
      failure_reason: null,
      message: "メールサーバーにつながりません",
    });
    const [waits] = await p.query<{ id: number }>(sql`select id from message_jobs where push_status = 'standby'`);
    const job = { account_id: p.inn.accountId, message_job_id: waits?.id ?? 0 };
    await testJobs(p.t.app, [])["send-test"](job);
    expect((await tests())[0]).toMatchObject({ push_status: "failure", failure_reason: "other" });
    // Done again, it changes nothing.
    await testJobs(p.t.app, [])["send-test"](job);
    expect((await tests())[0]).toMatchObject({ push_status: "failure" });
  } finally {
    p.t.app.personMailer.send = send;
  }
});

const TAKEN = {
  right: "update account_users set permissions = '{campaigns/read}' where user_id = $1",
  reach: "delete from account_users where user_id = $1",
  place: "update users set status = 'inactive' where id = $1",
};

test.each(Object.entries(TAKEN))(
  "whoever started it is asked for the right again at each try: %s",
  async (_, taken) => {
    const initiator = await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read", "campaigns/edit"]);
    const payload = { action_id: mailId, customer_id: guest, to: [colleague] };
    const caller = await p.t.as(initiator);
    const asked = await caller({ method: "POST", url: `/api/campaigns/${id}/test-send`, payload });
    expect(asked.statusCode, asked.body).toBe(200);
    await p.t.past.pool.query(taken, [initiator]);
    const before = p.sink.received.length;
    await work();
    const statusQuery = sql`select push_status, failure_reason, failure_detail from message_jobs where id = ${asked.json().jobs[0].id}`;
    expect(await p.query(statusQuery)).toEqual([
      { push_status: "failure", failure_reason: "other", failure_detail: "initiator_lost_right" },
    ]);
    expect(p.sink.received.length).toBe(before);
  },
);

test("whoever no longer works there gets no test that waited", async () => {
  await ask({ to: [colleague] });
  await p.t.past.pool.query(TAKEN.reach, [colleague]);
  await work();
  expect((await tests())[0]).toMatchObject({
    push_status: "failure",
    message: "この方は、もうこのアカウントを使っていません",
  });
});

test("who and what is refused, by its field", async () => {
  const fields = async (answer: ReturnType<typeof ask>) => [
    (await answer).statusCode,
    Object.keys((await answer).json().fields ?? {}),
  ];
  expect(await fields(ask({ to: [1, 2, 3, 4, 5, 6, 7] }))).toEqual([400, ["to"]]);
  expect(await fields(ask({ to: [] }))).toEqual([400, ["to"]]);
  expect(await fields(ask({ to: undefined }))).toEqual([400, ["to"]]);
  const strangers = await makeInn(p.t.app, "よその宿");
  const stranger = await makeUser(p.t.app, strangers, "role_admin", ["*"]);
  expect(await fields(ask({ to: [me, stranger] }))).toEqual([400, ["to.1"]]);
  expect(await fields(ask({ action_id: 99_999_999 }))).toEqual([400, ["action_id"]]);
  const [theirs = 0] = await makeGuests(p.t.app, strangers.accountId, { count: 1, mail: "theirs" });
  expect((await ask({ customer_id: theirs })).statusCode).toBe(404);
  expect((await ask({}, 99_999_999)).statusCode).toBe(404);
  const empty = await p.call(
    "POST",
    "/campaigns",
    promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction({ body: "" })] }] }),
  );
  expect(await fields(ask({ action_id: await mailOf(empty.id) }, empty.id))).toEqual([400, ["action_id"]]);
  const recipients = (await p.call("GET", "/campaigns/test-recipients")).items;
  expect(recipients[0]).toMatchObject({ is_me: true });
  expect(recipients.map(({ user_id }: { user_id: number }) => user_id)).toContain(colleague);
  expect(recipients.map(({ user_id }: { user_id: number }) => user_id)).not.toContain(stranger);
});

test("an hour holds so many of one person", async () => {
  const own = await makeUser(p.t.app, p.inn, "role_admin", ["*"]);
  const person = await p.t.as(own);
  const payload = { action_id: mailId, customer_id: guest, to: [own, colleague] };
  const answers = [];
  for (let n = 0; n < 31; n++)
    answers.push((await person({ method: "POST", url: `/api/campaigns/${id}/test-send`, payload })).statusCode);
  expect(answers).toEqual([...Array(30).fill(200), 429]);
});

test("a test goes with the guest, with its term, and stays when its campaign or mail goes", async () => {
  const draft = await p.call("POST", "/campaigns", promotion());
  await ask({ action_id: await mailOf(draft.id) }, draft.id);
  await p.call("DELETE", `/campaigns/${draft.id}`);
  const stored = await p.query(sql`select from message_jobs where campaign_id is null and customer_id = ${guest}`);
  expect(stored).toHaveLength(1);
  await p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, (tx) => eraseTests(tx, p.inn.accountId, [guest]));
  expect(await p.query(sql`select from message_jobs_mails where body like '%試験 受子%'`)).toEqual([]);
  await ask({ customer_id: guest });
  await p.query(sql`update message_jobs set created_at = now() - interval '91 days'`);
  const step = await p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, (tx) =>
    oldTests.steps(p.inn.accountId)(tx, { accountId: p.inn.accountId, now: new Date(), most: 100 }),
  );
  expect(step).toEqual({ ended: 1, more: false });
  expect(await tests()).toEqual([]);
});

test("guests for whom a text is easily wrong are found, and a target of nobody is shown an invented one", async () => {
  const inn = await makeInn(p.t.app, "英語の宿");
  const person = await p.t.as(await makeUser(p.t.app, inn, "role_admin", ["*"]));
  const [long = 0] = await makeGuests(p.t.app, inn.accountId, {
    count: 1,
    mail: "long",
    name: "長い 名前の ながい ながい方",
  });
  const [little = 0, english = 0] = await makeGuests(p.t.app, inn.accountId, {
    count: 2,
    mail: "little",
    name: "山田",
  });
  await p.t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    await tx.run`update customers set name_kana = 'カナ', member_number = id::text, last_stay_on = '2026-05-01'
      where account_id = ${inn.accountId} and id <> ${little}`;
    await tx.run`update customers set language = 'en' where account_id = ${inn.accountId} and id = ${english}`;
  });
  const asked = async (target: object) =>
    (await person({ method: "POST", url: "/api/campaigns/preview-samples", payload: { target } })).json();
  expect(await asked(EVERYBODY)).toEqual({
    items: [
      { as: "least_known", customer_id: little, name: "山田", lacks: ["name_kana", "member_number", "last_stay_on"] },
      { as: "longest_name", customer_id: long, name: "長い 名前の ながい ながい方", lacks: [] },
      { as: "english", customer_id: english, name: "山田", lacks: [] },
    ],
  });
  const nobody = all({ field: "stay_count", operator: ">", value: 900 });
  expect(await asked(nobody)).toEqual({ items: [] });
  const payload = { target: nobody, mail: mailAction().mail, points: null, customer_id: null };
  const shown = (await person({ method: "POST", url: "/api/campaigns/preview", payload })).json();
  expect(shown).toMatchObject({ customer: null, subject: "見本 花子様へ お知らせ", omitted_lines: [] });
});
