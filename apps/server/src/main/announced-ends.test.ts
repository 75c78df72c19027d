import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { jobHandlers } from "./job-handlers.ts";

// Ends of contracts and options are announced 30 and 7 days before and once they are over, each once, also after nights that were missed.

let t: TestApp;
let hq: Facility;
let inn: Facility;
let provider: Facility;
let now = new Date();
const people: Record<string, number> = {};
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "海の湯", above: hq, option: null });
  const other = await makeAccount(t.app, { name: "ほか" });
  const person = async (mail: string, at: Facility, role: Parameters<typeof makeUser>[2], language = "ja") => {
    const id = await makeUser(t.app, at, role, ["*"]);
    people[mail] = id;
    const address = `${mail}@example.jp`;
    await sql("update users set user_email = $1, name = $1, language = $2 where id = $3", [address, language, id]);
  };
  await person("hq", hq, "role_admin");
  await person("inn", inn, "role_admin", "en");
  await person("clerk", inn, "role_user");
  await person("other", other, "role_admin");
  await person("provider", provider, "role_vc_admin");
  await person("support", provider, "role_vc_user");
});
afterAll(() => t.close());

const sql = (text: string, values: unknown[]) => t.past.asSystem((tx) => tx.client.query(text, values));
const contractEnds = (day: string | null) =>
  sql("update accounts set contract_ended_at = $1 where id = $2", [day, inn.accountId]);

/** Who was written to in the morning of that day, and the first lines about each end. */
async function morning(day: string) {
  now = new Date(`${day}T00:10:00Z`);
  t.mails.length = 0;
  await jobHandlers(t.app)["announce-ends"]({}, {} as never);
  await t.app.jobs.drain(jobHandlers(t.app));
  return Object.fromEntries(t.mails.map((mail) => [mail.to.split("@")[0], mail]));
}

const home = async (who: string) => {
  const { items } = (await (await t.as(people[who] ?? 0))({ method: "GET", url: "/api/accounts/endings" })).json();
  return items.map((end: Record<string, unknown>) => [end.account_name, end.subject, end.ends_on, end.days_left]);
};

test("a contract: to the client's administrators above and at the account and to the provider's, in each one's language", async () => {
  await contractEnds("2026-12-20");
  expect(await morning("2026-11-19"), "31 days before").toEqual({});
  expect(await home("hq")).toEqual([]);
  const notices = await morning("2026-11-20");
  expect(Object.keys(notices).sort()).toEqual(["hq", "inn", "provider"]);
  expect(notices.hq?.subject).toBe("ご契約・オプションの終了が近づいています");
  expect(notices.hq?.text).toContain("海の湯(本部)のご契約は、2026年12月20日に終了します(あと30日)。");
  expect(notices.hq?.text).toContain(`http://localhost:3000/accounts/${inn.accountId}\n`);
  expect(notices.inn?.text).toContain("海の湯 (本部): the contract ends on 20 December 2026 (30 days left).");
  expect(notices.provider?.text).toContain("アカウントの画面で終了日を変えてください。");
  expect(await morning("2026-11-20"), "once each").toEqual({});
  expect(await morning("2026-12-12")).toEqual({});
  for (const who of ["hq", "inn", "clerk", "provider", "support"])
    expect([who, await home(who)]).toEqual([who, [["海の湯", "contract", "2026-12-20", 8]]]);
  expect(await home("other")).toEqual([]);
  expect((await morning("2026-12-15")).hq?.text, "two nights were missed").toContain("(あと5日)");
  expect(await morning("2026-12-20")).toEqual({});
  const over = await morning("2026-12-21");
  expect(over.inn?.text).toContain("the contract ended on 20 December 2026.");
  expect(over.hq?.text).toContain("ユーザーIDかパスワードの誤りと同じ言葉が出ます");
  expect([await home("hq"), await home("provider")]).toEqual([
    [["海の湯", "contract", "2026-12-20", -1]],
    [["海の湯", "contract", "2026-12-20", -1]],
  ]);
  expect(await morning("2026-12-22")).toEqual({});
});

test("an option, whose last day was moved or which goes on in a later period", async () => {
  await contractEnds(null);
  const end = (day: string | null) =>
    sql("update account_options set option_ended_at = $1 where account_id = $2", [day, hq.accountId]);
  await end("2027-03-10");
  const notices = await morning("2027-03-04");
  expect(Object.keys(notices).sort(), "who looks after the inn alone is not told of headquarters").toEqual([
    "hq",
    "provider",
  ]);
  expect(notices.hq?.text).toContain("本部(本部)のオプション「CRM(本部)」は、2027年3月10日に終了します(あと6日)。");
  await end("2027-03-12");
  expect((await morning("2027-03-05")).hq?.text, "another day is told anew").toContain("2027年3月12日");
  await sql(
    `insert into account_options (account_id, option_type, option_started_at, option_ended_at)
      values ($1, 'crm_option_parent', '2027-03-13', null)`,
    [hq.accountId],
  );
  expect(await morning("2027-03-13")).toEqual({});
  expect(await home("hq")).toEqual([]);
});
