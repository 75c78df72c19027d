// Shows that a change of names did not change behaviour: runs the product on fixed data with a fixed clock and writes what it did.
//   node scripts/behaviour.ts OUT.json                                          runs this working copy and writes OUT.json
//   node scripts/behaviour.ts --compare BEFORE.json AFTER.json [RENAMES.json]   lists differences; exits with 1 if there are any
//
// A run starts its own PostgreSQL, seeds a small demo (one programme, two years), sends every campaign preset that is ready, moves the
// clock for a week, follows links in mails, imports the slice of the resort's bookings, runs one night of jobs, and reads the pages. Sections of OUT.json:
//   presets  what each preset offered, and the campaign after it was switched on; one more campaign compares two texts
//   mails    every mail that was handed to the mail server
//   links    the answers to every link in some of the mails, and to one-click unsubscription
//   import   the answers of the import's calls
//   jobs     for each moment of the clock, the jobs that ran and the jobs that failed
//   pages    the answer of every GET call of the OpenAPI document, for 20 guests and up to 30 rows of any other list
//   tables   every row of every table, by primary key; as a list where there is none
// Real times, UUIDs, random tokens, secrets and stored bytes differ in every run and are replaced by a word in angle brackets.
//
// RENAMES.json maps old names to new ones. Each entry renames keys, whole string values and parts of addresses in BEFORE. A name that
// changes in one place only is written with a key above it: {"customers.state": "status"} renames `state` below `customers`.
import { createReadStream, writeFileSync } from "node:fs";
import { queueDue } from "../apps/server/src/jobs/clock.ts";
import { jobHandlers } from "../apps/server/src/main/job-handlers.ts";
import { DEMO_PROGRAMMES, type DemoProgramme } from "../apps/server/src/seed/demo-guests.ts";
import { convertResortBookings } from "../apps/server/src/seed/resort/convert.ts";
import { seedDemo } from "../apps/server/src/seed/seed-demo.ts";
import { type TestApp, testApp } from "../apps/server/src/test/app.ts";
import startPostgres from "../apps/server/src/test/global-setup.ts";
import { compare, countsOf } from "./behaviour/compare.ts";
import { type Json, neutralise, type Row } from "./behaviour/json.ts";
import { type Call, readPages } from "./behaviour/read-pages.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Tuesday. The demo's two years before it are later than any real day of a run, so that real and fixed times never mix. */
const BEGIN = Date.parse("2029-06-26T12:00:00+09:00");
const EVENING = Date.parse("2029-07-04T22:00:00+09:00");
const MORNING = Date.parse("2029-07-05T08:00:00+09:00");
/** The resort's first arrivals move to 22 June 2029: some stays end before the presets start, some after, some in the future. */
const RESORT_DAYS = (Date.parse("2029-06-22") - Date.parse("2015-07-01")) / DAY_MS;
const RESORT = new URL("../apps/server/fixtures/resort/resort_hotel_bookings_slice.csv", import.meta.url);
const GUESTS = 20;
/** The first three describe the installation. The last one has a row for each connection that counted. */
const SKIPPED_TABLES = ["schema_migrations", "sessions", "secret_keys", "account_counters"];

async function run(): Promise<Record<string, Json>> {
  const started = Date.now();
  const stopPostgres = await startPostgres();
  let moment = new Date(BEGIN);
  const t = await testApp({ clock: { now: () => moment } });
  try {
    const app = {
      ...t.app,
      jobs: drainingInTurn(t.app.jobs),
      config: { ...t.app.config, demoShare: 100, backupKeep: 0 },
    };
    const handlers = jobHandlers(app);
    // One programme: several are imported at the same time, and their rows would get other numbers in every run.
    (DEMO_PROGRAMMES as DemoProgramme[]).splice(1);
    await seedDemo(app, jobHandlers);
    const accountId = await idOf(t, "accounts", "HANA");
    const facilityId = await idOf(t, "accounts", "HANA-IZU");
    const call = callsOf(t, await idOf(t, "users", "hana_admin"), accountId);
    const jobs: Record<string, Json> = {};
    const moveTo = async (time: number) => {
      // The job engine waits by the database's time: what waits comes nearer by as much as the clock moves.
      const seconds = (time - moment.getTime()) / 1_000;
      const nearer =
        "update pgboss.job set start_after = start_after - make_interval(secs => $1) where state < 'completed'";
      await t.past.pool.query(nearer, [seconds]);
      moment = new Date(time);
      const from = t.lines.length;
      await queueDue(app);
      await app.jobs.drain(handlers);
      jobs[`${moment.toISOString()} ${Object.keys(jobs).length}`] = jobsIn(t.lines.slice(from));
    };
    const presets = await sendPresets(call, () => moveTo(BEGIN));
    for (let time = BEGIN; time < EVENING; time += 2 * HOUR_MS) await moveTo(time);
    const links = await followLinks(t);
    const imported = await importResort(call, facilityId, () => moveTo(moment.getTime()));
    for (let time = EVENING; time <= MORNING; time += HOUR_MS / 2) await moveTo(time);
    const tables = await tablesOf(t);
    const mails = t.mails.map((mail) => ({ ...mail, dkim: mail.dkim !== undefined }));
    const operator = callsOf(t, await idOf(t, "users", "vc_admin"), accountId);
    const pages = await readPages(call, operator, new Map([["/customers", mostNamedGuests(tables)]]));
    const sections = { presets, mails, links, import: imported, jobs, pages, tables } as Record<string, Json>;
    return neutralise(sections, started, Date.now()) as Record<string, Json>;
  } finally {
    await t.close();
    await stopPostgres();
  }
}

/** The seed drains twice at the same time, which would give rows other numbers in every run. */
function drainingInTurn(jobs: TestApp["app"]["jobs"]): TestApp["app"]["jobs"] {
  let last: Promise<void> = Promise.resolve();
  return {
    ...jobs,
    drain(handlers) {
      last = last.then(() => jobs.drain(handlers));
      return last;
    },
  };
}

const callsOf =
  (t: TestApp, userId: number, accountId: number): Call =>
  async (method, path, payload) => {
    const url = `/api${path}${path.includes("?") ? "&" : "?"}account_id=${accountId}`;
    const options: Parameters<TestApp["anonymous"]>[0] = { method, url };
    if (Buffer.isBuffer(payload)) options.headers = { "content-type": "application/octet-stream" };
    if (payload !== undefined) options.payload = payload as object;
    // A new session each time: sessions end when the clock moves.
    const { statusCode, body, headers } = await (await t.as(userId))(options);
    const isJson = String(headers["content-type"]).includes("json");
    return { status: statusCode, body: isJson ? (JSON.parse(body) as Json) : body.split("\n") };
  };

/** Creates and switches on each preset that is offered with a document, and the last one of them once more with two texts. */
async function sendPresets(call: Call, drain: () => Promise<void>): Promise<Json> {
  const presets: Record<string, Json> = {};
  const send = async (document: Json) => {
    const { id } = (await call("POST", "/campaigns", document)).body as { id: number };
    const { version } = (await call("GET", `/campaigns/${id}`)).body as { version: number };
    const activated = await call("POST", `/campaigns/${id}/activate`, { version });
    await drain();
    return { id, activated, sent: await call("GET", `/campaigns/${id}`) };
  };
  const { items } = (await call("GET", "/campaigns/presets")).body as { items: Row[] };
  let last: Json = null;
  for (const offered of items) {
    const isDocument = (value: Json) => value !== null && typeof value === "object" && "segments" in value;
    const document = Object.values(offered).find(isDocument);
    presets[String(offered.preset_type)] = { offered, ...(document !== undefined && (await send(document))) };
    last = document ?? last;
  }
  const compared = await send(twoTexts(last));
  const { items: pushes } = (await call("GET", `/campaigns/${compared.id}/pushes`)).body as { items: Row[] };
  const { version } = (await call("GET", `/campaigns/${compared.id}`)).body as { version: number };
  const choice = { push_action_id: pushes[0]?.id ?? null, variant: "B", version };
  const chosen = await call("POST", `/campaigns/${compared.id}/variants`, choice);
  await drain();
  return { ...presets, compared: { ...compared, chosen, sent: await call("GET", `/campaigns/${compared.id}`) } };
}

/** The same campaign with a control group and two texts, each for 30 percent: the other guests wait for the choice. */
function twoTexts(document: Json): Json {
  const { segments, ...campaign } = document as { segments: { actions: { mail?: Row }[] }[] };
  const both = ({ mail, ...action }: { mail?: Row }): Json => {
    if (mail === undefined) return action;
    const other = { ...mail, variant: "B", share: 30, title: `B: ${mail.title}` };
    return { ...action, mail: { ...mail, share: 30 }, other_mails: [other] };
  };
  const doubled = segments.map(({ actions, ...segment }) => ({ ...segment, actions: actions.map(both) }));
  return { ...campaign, control_rate: 20, segments: doubled };
}

/** Opens the links of each tenth mail as its reader; two readers unsubscribe with one click. */
async function followLinks(t: TestApp): Promise<Json> {
  const answers: Record<string, Json> = {};
  const mails = t.mails.map((mail) => JSON.stringify(mail));
  const orderOf = (mail: string) => String(neutralise(mail, 0, 0));
  const some = mails.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).filter((_, n) => n % 10 === 0);
  for (const [n, mail] of some.entries()) {
    const links = new Set(
      [...mail.matchAll(/http:\/\/localhost:3000(\/\w+\/v1\.[\w.-]+)/g)].map(([, path = ""]) => path),
    );
    for (const url of links) {
      const isClick = n < 2 && mail.includes(`<http://localhost:3000${url}>`);
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const click = { method: "POST" as const, headers, payload: "List-Unsubscribe=One-Click" };
      const { statusCode, body, headers: answered } = await t.anonymous({ url, ...(isClick && click) });
      const answer = { status: statusCode, location: answered.location ?? null, body: body.split("\n") };
      answers[`${n} ${Object.keys(answers).length}`] = answer;
    }
  }
  return answers;
}

async function importResort(call: Call, facilityId: number, drain: () => Promise<void>): Promise<Json> {
  let csv = "";
  for await (const piece of convertResortBookings(createReadStream(RESORT))) csv += piece;
  const moved = (day: string) => new Date(Date.parse(day) + RESORT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const bytes = Buffer.from(csv.replace(/\b201\d-\d\d-\d\d/g, moved));
  const file = { file_name: "resort.csv", byte_size: bytes.length, facility_account_id: facilityId };
  const declared = await call("POST", "/imports", file);
  const { id } = declared.body as { id: number };
  const sent = await call("PUT", `/imports/${id}/chunks/0`, bytes);
  const preview = await call("GET", `/imports/${id}/preview`);
  const { mapping = null } = preview.body as { mapping?: Json };
  const start = await call("POST", `/imports/${id}/start`, { mapping });
  await drain();
  return { declared, sent, preview, start, done: await call("GET", `/imports/${id}`) };
}

/** How often each queue's jobs ended and failed. */
function jobsIn(lines: readonly string[]): Json {
  const counts: Record<string, Record<string, number>> = {};
  for (const line of lines) {
    const { event, queue } = JSON.parse(line) as { event?: string; queue?: string };
    if (!event?.startsWith("job.") || queue === undefined) continue;
    counts[event] ??= {};
    counts[event][queue] = (counts[event][queue] ?? 0) + 1;
  }
  return counts;
}

async function rowsOf(t: TestApp, statement: string): Promise<Row[]> {
  const found = await t.past.pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${statement} t`);
  return found.rows.map(({ row }) => row);
}

/** Id of the row that contains this text. */
async function idOf(t: TestApp, table: string, text: string): Promise<number> {
  return Number((await rowsOf(t, table)).find((row) => Object.values(row).includes(text))?.id);
}

async function tablesOf(t: TestApp): Promise<Record<string, Record<string, Row> | Row[]>> {
  const catalogue = await rowsOf(
    t,
    `(select c.relname as name, array(select a.attname from pg_index i, unnest(i.indkey) with ordinality k (number, nth)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary order by nth) as key
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1)`,
  );
  const tables: Record<string, Record<string, Row> | Row[]> = {};
  for (const { name, key } of catalogue as { name: string; key: string[] }[]) {
    if (SKIPPED_TABLES.includes(name)) continue;
    const rows = await rowsOf(t, `"${name}"`);
    const keyed = rows.map((row): [string, Row] => [key.map((column) => row[column]).join("/"), row]);
    if (rows.length > 0) tables[name] = key.length > 0 ? Object.fromEntries(keyed) : rows;
  }
  return tables;
}

/** The guests of whom the tables tell most. */
function mostNamedGuests(tables: Record<string, Record<string, Row> | Row[]>): number[] {
  const rows = Object.values(tables).flatMap((table) => Object.values(table));
  const ids = rows.flatMap(({ customer_id: id }) => (typeof id === "number" ? [id] : []));
  const counted = [...Map.groupBy(ids, (id) => id)].sort(([a, of], [b, than]) => than.length - of.length || a - b);
  return counted.slice(0, GUESTS).map(([id]) => id);
}

const [first = "", before = "", after = "", renames] = process.argv.slice(2);
if (first === "" || (first === "--compare" && after === ""))
  throw new Error("node scripts/behaviour.ts OUT.json | --compare BEFORE.json AFTER.json [RENAMES.json]");
if (first === "--compare") process.exit(compare(before, after, renames));
const sections = await run();
writeFileSync(first, JSON.stringify(sections, null, 1));
console.log(`${first}: ${countsOf(sections)}`);
process.exit(0);
