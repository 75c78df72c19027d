import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import {
  campaign,
  everyStay,
  placesIn,
  replaced,
  type Target,
  TEXTS,
  targets,
  VALUES,
} from "./hostile-input.fixture.ts";

const JAPANESE = /[ぁ-んァ-ヶ一-龥]/;
/** Values tried at one place; the next place goes on with the next ones, so that every value is tried at many. All in `test:long`. */
const PER_PLACE = process.env.WHOLE_MATRIX === "1" ? 60 : 5;

let t: TestApp;
let staff: Caller;
let provider: Caller;
const id = { company: 0, account: 0, user: 0, customer: 0, campaign: 0, rfm: 0, batch: 0 };

beforeAll(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "宿" });
  id.account = inn.accountId;
  id.company = inn.companyId;
  id.user = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  const home = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  provider = await t.as(await makeUser(t.app, home, "role_vc_admin", ["*"]));
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    await sql`insert into account_settings (account_id, legal_sender_name, legal_sender_address) values (${inn.accountId}, '宿', '東京都')`.execute(
      tx.db,
    );
    const made = await sql<{
      id: number;
    }>`insert into customers (account_id, name) values (${inn.accountId}, '山田 太郎') returning id`.execute(tx.db);
    id.customer = made.rows[0]?.id ?? 0;
    id.rfm = await createDefaultRfm(tx, inn.accountId);
  });
  const file = { file_name: "a.csv", byte_size: 0, facility_account_id: inn.accountId };
  id.batch = (await staff({ method: "POST", url: "/api/imports", payload: file })).json().id;
  id.campaign = (await staff({ method: "POST", url: "/api/campaigns", payload: campaign })).json().id;
});
afterAll(() => t.close());

function send({ method, url, ...target }: Target, input: unknown) {
  const sender = target.provider ? provider : staff;
  if (method !== "GET")
    return sender({ method, url, headers: { "content-type": "application/json" }, payload: JSON.stringify(input) });
  const query = new URLSearchParams(
    Object.entries(input as object).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return sender({ method, url: `${url}?${query}` });
}

type Answer = Awaited<ReturnType<Caller>>;

/** What is wrong with an answer, or null: a 500, a message nobody can read, a refused input without the field. */
function fault(answer: Answer): string | null {
  if (answer.statusCode < 400) return null;
  if (answer.statusCode >= 500) return `${answer.statusCode}`;
  const { message, fields } = answer.json() as { message?: string; fields?: Record<string, string> };
  if (!JAPANESE.test(message ?? "")) return `message ${answer.body.slice(0, 200)}`;
  if (message === "入力内容を確認してください" && !fields) return "no field named";
  const unread = Object.entries(fields ?? {}).find(([, text]) => !JAPANESE.test(text));
  return unread ? `field ${unread.join(" ")}` : null;
}

let turn = 0;
function valuesFor(call: Target): unknown[] {
  const all: unknown[] = call.method === "GET" ? TEXTS : VALUES;
  const from = turn;
  turn += PER_PLACE;
  return Array.from({ length: PER_PLACE }, (_, at) => all[(from + at) % all.length]);
}

describe("no field of any call takes a hostile value for a crash (Q01–Q06, A03, B06, B15)", () => {
  const names = targets(id).map((call) => call.name);
  test.each(names)("%s", { timeout: 60_000 }, async (name) => {
    const call = targets(id).find((each) => each.name === name);
    if (!call) throw new Error("unknown call");
    const faults: string[] = [];
    for (const place of placesIn(call.input)) {
      for (const value of valuesFor(call)) {
        const wrong = fault(await send(call, replaced(call.input, place, value)));
        if (wrong) faults.push(`${place.join(".")} = ${JSON.stringify(value)?.slice(0, 60)}: ${wrong}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

const WHOLE_NUMBERS_END = "9,007,199,254,740,991";
/** Ids, versions and totals told by other systems have no limit of their own. */
const WITHOUT_LIMIT = /(^|\.)(id|\w+_id|\w+_ids\.\d+|ids\.\d+|version|\d+)$/;
/** What a condition compares with: a draft keeps it as it was typed. */
const IN_CONDITION = /(^|\.)target\./;

describe("B06: a refused number names the limit of its own field, however far beyond it is", () => {
  const withNumbers = targets(id).flatMap((call) => {
    const places = placesIn(call.input).filter(
      (place) => typeof valueAt(call.input, place) === "number" && !IN_CONDITION.test(place.join(".")),
    );
    return call.method === "GET" || places.length === 0 ? [] : [{ name: call.name, places }];
  });
  test.each(withNumbers)("$name", { timeout: 60_000 }, async ({ name, places }) => {
    const call = targets(id).find((each) => each.name === name);
    if (!call) throw new Error("unknown call");
    const faults: string[] = [];
    for (const place of places) {
      const field = place.join(".");
      const said = async (value: unknown) => {
        const answer = await send(call, replaced(call.input, place, value));
        const wrong = fault(answer);
        if (wrong) faults.push(`${field} = ${value}: ${wrong}`);
        const { fields = {} } = answer.statusCode === 400 ? (answer.json() as { fields?: Record<string, string> }) : {};
        return fields[field];
      };
      for (const value of [0, -1, 1.5, "10", 2 ** 31]) await said(value);
      for (const value of [2 ** 53, 1e21, -1e21]) {
        const text = await said(value);
        if (!text || (text.includes(WHOLE_NUMBERS_END) && !WITHOUT_LIMIT.test(field)))
          faults.push(`${field} = ${value}: ${text}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

function valueAt(input: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], input);
}

const NESTED = 10_000;
const nested = (open: string, close: string) => `${open.repeat(NESTED)}${close.repeat(NESTED)}`;
const deepTarget = `${'{"combinator":"and","rules":['.repeat(NESTED)}${"]}".repeat(NESTED)}`;
const audience = (target: string) => `{"segments":[{"types":[],"target":${target}}]}`;

test.each([
  ["groups in groups", audience(deepTarget)],
  [
    "lists in a value",
    audience(`{"combinator":"and","rules":[{"field":"x","operator":"=","value":${nested("[", "]")}}]}`),
  ],
  [
    "objects in a value",
    audience(
      `{"combinator":"and","rules":[{"field":"x","operator":"=","value":${nested('{"a":', "}").replace("}", "1}")}}]}`,
    ),
  ],
  ["only brackets, half a megabyte", "[".repeat(500_000)],
  [
    "a wide tree",
    audience(
      JSON.stringify({
        combinator: "or",
        rules: Array(50).fill({ combinator: "and", rules: Array(50).fill(everyStay) }),
      }),
    ),
  ],
])("B02: %s is refused within seconds", async (_name, payload) => {
  const started = performance.now();
  const answer = await staff({
    method: "POST",
    url: "/api/campaigns/audience",
    headers: { "content-type": "application/json" },
    payload,
  });
  expect([answer.statusCode, fault(answer)]).toEqual([400, null]);
  expect(performance.now() - started).toBeLessThan(3_000);
});

const LISTS = ["users", "accounts", "accounts/groups", "clients", "audit"];

test.each(LISTS)("Q02: /%s is sorted by its own columns only", async (section) => {
  for (const sort of [
    "password",
    "tfa_secret",
    "name;drop",
    "(select 1)",
    "companies.name",
    "-password",
    "__proto__",
  ]) {
    const answer = await staff({ method: "GET", url: `/api/${section}?sort=${encodeURIComponent(sort)}` });
    expect([sort, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([sort, 400, ["sort"]]);
  }
});

test.each(LISTS)("Q01: /%s has pages from 1 on and at most 100 rows", async (section) => {
  for (const query of ["page=-1", "page=0", "page=a", "page=1.5", "size=0", "size=-1", "size=101", "size=1000000000"]) {
    const answer = await staff({ method: "GET", url: `/api/${section}?${query}` });
    expect([query, answer.statusCode]).toEqual([query, 400]);
  }
  const far = await staff({ method: "GET", url: `/api/${section}?page=1000000` });
  expect([400, 200]).toContain(far.statusCode);
  expect(far.json().items ?? []).toEqual([]);
});

test.each([
  "page=1&page=2",
  "q[]=a",
  "q[a]=b",
  "name[$ne]=x",
  "__proto__[x]=1",
  "constructor[prototype][x]=1",
  "sort=name_kana&sort=stay_count",
  "q=%ff",
  "q=%",
  "q=%00",
  "%00=1",
  Array.from({ length: 5_000 }, (_, at) => `p${at}=1`).join("&"),
  `q${"[a]".repeat(3_000)}=1`,
])("Q03, Q10: ?%.40s", async (query) => {
  for (const section of ["customers", ...LISTS]) {
    const answer = await staff({ method: "GET", url: `/api/${section}?${query}` });
    expect([section, fault(answer)]).toEqual([section, null]);
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each(["abc", "1e3", "-1", "01x", "１", "1,2", "%00", "9".repeat(16), "1&account_id=2"])(
  "a link to account %s, which is none, is not found instead of working in another account",
  async (account) => {
    const answer = await staff({ method: "GET", url: `/api/customers?account_id=${account}` });
    expect([answer.statusCode, answer.json().message]).toEqual([404, "お探しのページが見つかりませんでした"]);
  },
);

const ODD_IDS = [
  "1 OR 1=1",
  "1e3",
  "0x1",
  "-1",
  "+1",
  "1.0",
  "%31x",
  "１",
  "٣",
  "%00",
  "..%2f1",
  ";",
  "9".repeat(16),
  "x".repeat(190),
];
test.each(ODD_IDS)("I03, I05: /customers/%.20s is no page, nor is it one of any other section", async (odd) => {
  const missing = await staff({ method: "GET", url: "/api/customers/999999999" });
  for (const url of [
    `/api/customers/${odd}`,
    `/api/customers/${odd}/stays`,
    `/api/campaigns/${odd}`,
    `/api/imports/${odd}`,
    ...["users", "accounts", "clients"].flatMap((section) => [
      `/api/${section}/${odd}`,
      `/api/${section}/${odd}/history`,
    ]),
    `/api/accounts/groups/${odd}`,
  ]) {
    const answer = await staff({ method: "GET", url });
    expect([answer.statusCode, answer.body], url).toEqual([404, missing.body]);
  }
  for (const section of ["users", "accounts", "clients"]) {
    const answer = await provider({ method: "DELETE", url: `/api/${section}/${odd}` });
    expect([section, answer.statusCode, answer.body]).toEqual([section, 404, missing.body]);
  }
});

test("an address that a proxy made up is no reason to refuse, and none to crash", async () => {
  for (const address of ["nonsense", "999.1.1.1", "1.2.3.4:80", "fe80::1%eth0", "'"]) {
    const payload = { userId: "nobody", password: "wrong" };
    const headers = { "x-forwarded-for": address };
    const answer = await t.anonymous({ method: "POST", url: "/api/auth/login", headers, payload });
    expect([address, answer.statusCode]).toEqual([address, 401]);
  }
});

test.each([
  ["GET", "/api/%zz", 400],
  ["GET", "/%zz", 400],
  ["GET", "/u/%ff", 400],
  ["GET", `/u/${"a".repeat(5_000)}`, 404],
  ["GET", `/api/imports/${"1".repeat(5_000)}/rejections.csv`, 404],
  ["PATCH", "/api/customers", 404],
  ["PROPFIND", "/api/customers", 404],
  ["TRACE", "/api/customers", 404],
])("Q10, S12: %s %.40s is refused in Japanese and not echoed", async (method, url, status) => {
  const answer = await staff({ method: method as "GET", url });
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ["status", "message"]]);
  expect(answer.json().message).toMatch(JAPANESE);
});

test("B01: a small body that unpacks to a large one is cut off", async () => {
  const payload = gzipSync(Buffer.alloc(50_000_000, " "));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await t.anonymous({ method: "POST", url: "/api/auth/login", headers, payload });
  expect([400, 413, 415]).toContain(answer.statusCode);
  expect(answer.json().message).toMatch(JAPANESE);
});

test("B05: a field that nobody asked for is named; a body that is no object is refused whole", async () => {
  const url = "/api/campaigns";
  const extra = await staff({ method: "POST", url, payload: { ...campaign, account_id: 1, status: "active" } });
  expect(extra.json().fields).toEqual({
    account_id: "受け付けていない項目です",
    status: "受け付けていない項目です",
  });
  for (const payload of ["null", "1", '"a"', "[]"]) {
    const answer = await staff({ method: "POST", url, headers: { "content-type": "application/json" }, payload });
    expect([payload, answer.statusCode, fault(answer)]).toEqual([payload, 400, null]);
  }
});
