import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { flowCode, flowPosition } from "@okaeri/domain/rfms/flow";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { scoreRfm } from "./score-rfm.ts";

// Today is 2026-11-20 in Tokyo.
const NIGHTS = ["2026-08-20", "2026-08-21", "2026-09-30", "2026-10-15", "2026-11-18", "2026-11-20"].map(calendarDate);
const GUESTS = 30;

let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;
let rfmId = 0;
/** What the scores said on each evening, by guest: the name of the group, or `none`. */
const evenings = new Map<CalendarDate, Map<number, string>>();

beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  const { accountId } = hotel;
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  await within(t.app, [accountId, annex.accountId], async (tx) => {
    rfmId = await createDefaultRfm(tx, accountId);
    // Somebody is in no group, too.
    await sql`update rfm_groups set active_status = 'inactive' where account_id = ${accountId} and name in ('離反', '離反予備')`.execute(
      tx.db,
    );
    const ids: number[] = [];
    for (let n = 0; n < GUESTS; n++) ids.push(await makeCustomer(tx, accountId, { name: `客 ${n}` }));
    for (const [night, today] of NIGHTS.entries()) {
      for (const [n, id] of ids.entries()) {
        if ((n * 7 + night * 3) % 5 > 1 || n % 6 > night) continue;
        const checkOut = addDays(today, -((n * 37 + night * 11) % 900));
        const facilityId = n % 3 === 0 ? annex.accountId : accountId;
        const stay = { facilityId, checkIn: checkOut, checkOut, usePrice: (n * 31_000) % 400_000 };
        await makeStay(tx, accountId, id, { code: `${night}-${n}`, ...stay });
      }
      // Some lose all their stays; one comes back the night after.
      const lost = ids.filter((_, n) => n % 10 === night || (night === 3 && n === 12));
      await sql`update stay_transactions set reversed_at = now() where account_id = ${accountId}
        and customer_id = any(${lost}::bigint[])`.execute(tx.db);
      if (night === 4)
        await sql`update stay_transactions set reversed_at = null where account_id = ${accountId}
          and customer_id = ${ids[12] ?? 0}`.execute(tx.db);
      await scoreRfm(tx, accountId, rfmId, { today, now: new Date(`${today}T03:00:00+09:00`) });
      const rows = await sql<{
        customer_id: number;
        name: string;
      }>`select customer_rfm.customer_id, coalesce(rfm_group.name, 'none') as name
        from customer_rfms customer_rfm left join rfm_groups rfm_group on rfm_group.account_id = customer_rfm.account_id
          and rfm_group.id = customer_rfm.rfm_group_id
        where customer_rfm.account_id = ${accountId} and customer_rfm.rfm_id = ${rfmId}`.execute(tx.db);
      evenings.set(today, new Map(rows.rows.map((row) => [row.customer_id, row.name])));
    }
  });
});
afterAll(() => t.close());

type Movement = {
  from: string;
  to: string;
  first_day: string | null;
  changed_on: string[];
  groups: { id: number; name: string; gone: boolean }[];
  flows: { was: string; is: string; count: number }[];
};

async function movement(query: string, caller = staff): Promise<Movement> {
  const { statusCode, body } = await caller({ method: "GET", url: `/api/rfms/${rfmId}/movement${query}` });
  expect([statusCode, statusCode === 200 ? "" : body]).toEqual([200, ""]);
  return JSON.parse(body);
}

/** The evening of a day: what the last night up to it has left. */
function eveningOf(day: CalendarDate): Map<number, string> {
  const night = NIGHTS.findLast((each) => each <= day);
  return (night && evenings.get(night)) ?? new Map();
}

/** Guests by `was→is`, from what was seen on the evenings. */
function expectedFlows(from: CalendarDate, to: CalendarDate, among: (id: number) => boolean = () => true) {
  const [was, is] = [eveningOf(from), eveningOf(to)];
  const before = NIGHTS.filter((night) => night <= from).flatMap((night) => [...(evenings.get(night)?.keys() ?? [])]);
  const flows: Record<string, number[]> = {};
  for (const id of new Set([...was.keys(), ...is.keys()].filter(among))) {
    const start = was.get(id) ?? (before.includes(id) ? "unscored" : "new");
    const key = `${start}→${is.get(id) ?? "unscored"}`;
    flows[key] = [...(flows[key] ?? []), id].sort((a, b) => a - b);
  }
  return flows;
}

const sizes = (flows: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(flows).map(([key, ids]) => [key, ids.length]));

function inWords({ groups, flows }: Movement) {
  const name = (place: string) => groups.find(({ id }) => String(id) === place)?.name ?? place;
  return Object.fromEntries(flows.map(({ was, is, count }) => [`${name(was)}→${name(is)}`, count]));
}

const PAIRS = NIGHTS.flatMap((from) => NIGHTS.filter((to) => to >= from).map((to) => [from, to] as const));

test("between any two evenings the guests are where the scores said so then, and each flow lists exactly its guests", async () => {
  const places = new Set<string>();
  for (const [from, night] of PAIRS) {
    const to =
      night === NIGHTS.at(-1) ? night : addDays(night, 1) < (NIGHTS.at(-1) ?? night) ? addDays(night, 1) : night;
    const found = await movement(`?from=${from}&to=${to}`);
    const expected = expectedFlows(from, to);
    expect([from, to, inWords(found)]).toEqual([from, to, sizes(expected)]);
    if (from !== NIGHTS[1] && from !== NIGHTS[2]) continue;
    for (const { was, is, count } of found.flows) {
      const code = flowCode({ rfmId, from, to, was: flowPosition(was), is: flowPosition(is) });
      const { body } = await staff({ method: "GET", url: `/api/customers?rfm_flow=${code}&size=100` });
      const listed = JSON.parse(body) as { total: number; items: { id: number }[] };
      const name = (place: string) => found.groups.find(({ id }) => String(id) === place)?.name ?? place;
      const ids = listed.items.map(({ id }) => id).sort((a, b) => a - b);
      expect([code, ids, listed.total]).toEqual([code, expected[`${name(was)}→${name(is)}`], count]);
      places.add(was).add(is);
    }
  }
  // Every kind of place was met.
  for (const kind of ["none", "unscored", "new"]) expect(places).toContain(kind);
  expect(places.size).toBeGreaterThan(6);
});

test("without days: from the end of the last quarter until today; of a shorter history, from its first day", async () => {
  const found = await movement("");
  expect(found).toMatchObject({ from: "2026-09-30", to: "2026-11-20", first_day: NIGHTS[0] });
  expect(inWords(found)).toEqual(sizes(expectedFlows(calendarDate("2026-09-30"), calendarDate("2026-11-20"))));
  expect(await movement("?to=2026-08-25")).toMatchObject({ from: NIGHTS[0], to: "2026-08-25" });
});

test("a facility's user sees who stayed there", async () => {
  const atAnnex = await t.as(await makeUser(t.app, annex, "role_user", ["rfms/read", "customers/read"]));
  const seen = await t.past.pool.query<{ customer_id: string }>(
    "select customer_id from customer_facilities where facility_account_id = $1",
    [annex.accountId],
  );
  const own = new Set(seen.rows.map(({ customer_id }) => Number(customer_id)));
  const expected = expectedFlows(calendarDate("2026-09-30"), calendarDate("2026-11-20"), (id) => own.has(id));
  const found = await movement("", atAnnex);
  expect(inWords(found)).toEqual(sizes(expected));
  expect(Object.keys(expected).length).toBeGreaterThan(2);
});

test.each([
  ["?from=2026-11-19&to=2026-11-18", "to", "開始日以降の日付にしてください", "Choose the first day or a later one"],
  ["?from=2026-11-21", "from", "今日までの日付にしてください", "Choose today or an earlier day"],
  ["?to=2026-11-21", "to", "今日までの日付にしてください", "Choose today or an earlier day"],
  ["?from=2026-08-19", "from", "スコアの記録は2026年08月20日からです。その日以降の日付にしてください", "2026-08-20"],
  ["?from=2026-02-30", "from", "", ""],
  ["?to=yesterday", "to", "", ""],
])("%s is refused at %s, in both languages", async (query, field, ja, en) => {
  for (const [language, words] of [
    ["ja", ja],
    ["en", en],
  ] as const) {
    const headers = { "x-okaeri-language": language };
    const answer = await staff({ method: "GET", url: `/api/rfms/${rfmId}/movement${query}`, headers });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(answer.json().fields[field]).toContain(words);
  }
});

test("an RFM without scores has no flows; one of somebody else is not there, nor are its guests", async () => {
  const other = await makeAccount(t.app, { name: "他社" });
  const foreign = await within(t.app, [other.accountId], (tx) => createDefaultRfm(tx, other.accountId));
  const theirs = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const answer = await theirs({ method: "GET", url: `/api/rfms/${foreign}/movement?from=2025-01-01` });
  expect(answer.json()).toMatchObject({ first_day: null, from: "2025-01-01", flows: [] });
  expect((await theirs({ method: "GET", url: `/api/rfms/${rfmId}/movement` })).statusCode).toBe(404);
  const code = `${rfmId}.2026-09-30.2026-11-20.new.none`;
  const listed = await theirs({ method: "GET", url: `/api/customers?rfm_flow=${code}` });
  expect(listed.json()).toMatchObject({ total: 0, items: [] });
  const bad = await staff({ method: "GET", url: `/api/customers?rfm_flow=${rfmId}.2026-09-31.2026-11-20.new.none` });
  expect([bad.statusCode, Object.keys(bad.json().fields)]).toEqual([400, ["rfm_flow"]]);
});

test("groups that were renamed or taken away keep their guests of then; the days of a change are said", async () => {
  const { accountId } = hotel;
  const before = await movement("");
  const gone = before.flows.find(({ was }) => Number(was) > 0)?.was;
  const name = before.groups.find(({ id }) => String(id) === gone)?.name;
  await t.past.pool.query("update rfm_groups set active_status = 'inactive' where id = $1", [gone]);
  await t.past.pool.query(
    `insert into audit_logs (at, action, entity, entity_id, account_id) values
      ('2026-09-29T23:30:00+09:00', 'update', 'rfms', $1, $2), ('2026-09-30T23:30:00Z', 'update', 'rfms', $1, $2),
      ('2026-10-01T14:00:00Z', 'update', 'rfms', $1, $2), ('2026-11-20T14:30:00Z', 'update', 'rfms', $1, $2),
      ('2026-11-20T15:30:00Z', 'update', 'rfms', $1, $2)`,
    [rfmId, accountId],
  );
  const after = await movement("");
  expect(after.changed_on).toEqual(["2026-10-01", "2026-11-20"]);
  expect(after.groups.filter(({ gone }) => gone)).toEqual([{ id: Number(gone), name, gone: true }]);
  expect(inWords(after)).toEqual(inWords(before));
});

test("heat map, groups and movement are files, with an audit line each; those of somebody else are not there", async () => {
  const fileOf = async (name: string, query = "") => {
    const { statusCode, body, headers } = await staff({ method: "GET", url: `/api/rfms/${rfmId}/${name}.csv${query}` });
    expect([name, statusCode]).toEqual([name, 200]);
    const named = decodeURIComponent(`${headers["content-disposition"]}`.split("UTF-8''")[1] ?? "");
    return {
      named,
      rows: body
        .replace("\uFEFF", "")
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(",")),
    };
  };
  const { heatmap, scores, groups, customers_scored } = (
    await staff({ method: "GET", url: `/api/rfms/${rfmId}` })
  ).json() as RfmAnswer;
  const map = await fileOf("heatmap");
  expect([map.named, map.rows[0]]).toEqual(["RFMヒートマップ.csv", ["R", "F", "人数", "Mの平均", "利用金額の合計"]]);
  const cells = heatmap.map((cell) => [
    ...[cell.recency_score, cell.frequency_score, cell.count, cell.monetary_score ?? "", cell.use_price].map(String),
  ]);
  expect(map.rows.slice(1).sort()).toEqual(cells.sort());
  // M is not in the heat map: counted anew.
  const counted = await t.past.pool.query(
    "select monetary_score as score, count(*)::int as count from customer_rfms where rfm_id = $1 group by 1 order by 1 desc",
    [rfmId],
  );
  const inFile = await fileOf("scores");
  expect([inFile.named, inFile.rows[0]]).toEqual([
    "RFMスコア別の人数.csv",
    ["スコア", "Rの人数", "Fの人数", "Mの人数"],
  ]);
  const sumOf = (key: "recency_score" | "frequency_score", score: number) =>
    heatmap.reduce((sum, cell) => (cell[key] === score ? sum + cell.count : sum), 0);
  const m = (score: number) => counted.rows.find((row) => row.score === score)?.count ?? 0;
  expect(inFile.rows.slice(1)).toEqual(
    [5, 4, 3, 2, 1].map((score) =>
      [score, sumOf("recency_score", score), sumOf("frequency_score", score), m(score)].map(String),
    ),
  );
  expect(scores.monetary.map(({ score, count }) => [score, count])).toEqual([1, 2, 3, 4, 5].map((n) => [n, m(n)]));
  expect(counted.rows.length).toBeGreaterThan(1);
  const bars = await fileOf("groups");
  const outside = customers_scored - groups.reduce((sum, { count }) => sum + count, 0);
  expect(bars).toEqual({
    named: "RFMグループ別の人数.csv",
    rows: [
      ["グループ", "人数"],
      ...groups.map(({ name, count }) => [name, String(count)]),
      ["グループなし", String(outside)],
    ],
  });
  const shown = await movement("?from=2026-08-21&to=2026-11-18");
  const moved = await fileOf("movement", "?from=2026-08-21&to=2026-11-18");
  expect([moved.named, moved.rows[0]]).toEqual([
    "RFMグループの移動.csv",
    ["2026年08月21日のグループ", "2026年11月18日のグループ", "人数"],
  ]);
  const words = { none: "グループなし", unscored: "スコアなし", new: "新しいお客様" } as Record<string, string>;
  const name = (place: string) => words[place] ?? shown.groups.find(({ id }) => String(id) === place)?.name;
  expect(moved.rows.slice(1)).toEqual(shown.flows.map(({ was, is, count }) => [name(was), name(is), String(count)]));
  const lines = await t.past.pool.query(
    "select after from audit_logs where entity = 'rfms' and action = 'export' and entity_id = $1 order by id",
    [rfmId],
  );
  expect(lines.rows.map(({ after }) => after)).toEqual(
    ["heatmap", "scores", "groups", "movement"].map((file) => ({ file })),
  );
  const theirs = await t.as(await makeUser(t.app, await makeAccount(t.app, { name: "よそ" }), "role_admin", ["*"]));
  for (const file of ["heatmap", "scores", "groups", "movement"])
    expect((await theirs({ method: "GET", url: `/api/rfms/${rfmId}/${file}.csv` })).statusCode).toBe(404);
  const wrong = await staff({ method: "GET", url: `/api/rfms/${rfmId}/movement.csv?from=2027-01-01` });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ["from"]]);
});

type RfmAnswer = {
  heatmap: {
    recency_score: number;
    frequency_score: number;
    count: number;
    monetary_score: number | null;
    use_price: number;
  }[];
  scores: { monetary: { score: number; count: number }[] };
  groups: { name: string; count: number }[];
  customers_scored: number;
};
