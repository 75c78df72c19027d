import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaign, everyStay, type Target, targets } from "./hostile-input.fixture.ts";
import { placesIn, replaced, TEXTS, VALUES } from "./hostile-values.fixture.ts";
import { fault, type HostileWorld, JAPANESE, noIds, openHostileWorld } from "./hostile-world.fixture.ts";

/** Values tried at one place; the next place goes on with the next ones, so that every value is tried at many. All in `test:long`. */
const PER_PLACE = process.env.WHOLE_MATRIX === "1" ? 60 : 5;

const id = noIds();
let w: HostileWorld;
beforeAll(async () => {
  w = await openHostileWorld(id);
});
afterAll(() => w.t.close());

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
        const wrong = fault(await w.send(call, replaced(call.input, place, value)));
        if (wrong) faults.push(`${place.join(".")} = ${JSON.stringify(value)?.slice(0, 60)}: ${wrong}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

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
  const answer = await w.staff({
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
    const answer = await w.staff({ method: "GET", url: `/api/${section}?sort=${encodeURIComponent(sort)}` });
    expect([sort, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([sort, 400, ["sort"]]);
  }
});

test.each(LISTS)("Q01: /%s has pages from 1 on and at most 100 rows", async (section) => {
  for (const query of ["page=-1", "page=0", "page=a", "page=1.5", "size=0", "size=-1", "size=101", "size=1000000000"]) {
    const answer = await w.staff({ method: "GET", url: `/api/${section}?${query}` });
    expect([query, answer.statusCode]).toEqual([query, 400]);
  }
  const far = await w.staff({ method: "GET", url: `/api/${section}?page=1000000` });
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
    const answer = await w.staff({ method: "GET", url: `/api/${section}?${query}` });
    expect([section, fault(answer)]).toEqual([section, null]);
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each(["abc", "1e3", "-1", "01x", "１", "1,2", "%00", "9".repeat(16), "1&account_id=2"])(
  "a link to account %s, which is none, is not found instead of working in another account",
  async (account) => {
    const answer = await w.staff({ method: "GET", url: `/api/customers?account_id=${account}` });
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
  const missing = await w.staff({ method: "GET", url: "/api/customers/999999999" });
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
    const answer = await w.staff({ method: "GET", url });
    expect([answer.statusCode, answer.body], url).toEqual([404, missing.body]);
  }
  for (const section of ["users", "accounts", "clients"]) {
    const answer = await w.provider({ method: "DELETE", url: `/api/${section}/${odd}` });
    expect([section, answer.statusCode, answer.body]).toEqual([section, 404, missing.body]);
  }
});

test("an address that a proxy made up is no reason to refuse, and none to crash", async () => {
  for (const address of ["nonsense", "999.1.1.1", "1.2.3.4:80", "fe80::1%eth0", "'"]) {
    const payload = { userId: "nobody", password: "wrong" };
    const headers = { "x-forwarded-for": address };
    const answer = await w.t.anonymous({ method: "POST", url: "/api/auth/login", headers, payload });
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
  const answer = await w.staff({ method: method as "GET", url });
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ["status", "message"]]);
  expect(answer.json().message).toMatch(JAPANESE);
});

test("B01: a small body that unpacks to a large one is cut off", async () => {
  const payload = gzipSync(Buffer.alloc(50_000_000, " "));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await w.t.anonymous({ method: "POST", url: "/api/auth/login", headers, payload });
  expect([400, 413, 415]).toContain(answer.statusCode);
  expect(answer.json().message).toMatch(JAPANESE);
});

test("B05: a field that nobody asked for is named; a body that is no object is refused whole", async () => {
  const url = "/api/campaigns";
  const extra = await w.staff({ method: "POST", url, payload: { ...campaign, account_id: 1, status: "active" } });
  expect(extra.json().fields).toEqual({
    account_id: "受け付けていない項目です",
    status: "受け付けていない項目です",
  });
  for (const payload of ["null", "1", '"a"', "[]"]) {
    const answer = await w.staff({ method: "POST", url, headers: { "content-type": "application/json" }, payload });
    expect([payload, answer.statusCode, fault(answer)]).toEqual([payload, 400, null]);
  }
});
