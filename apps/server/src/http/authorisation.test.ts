import { contract } from "@okaeri/contract/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../test/app.ts";
import {
  type Call,
  GUEST_FILES,
  isUntargeted,
  needOf,
  PERSONAS,
  type Persona,
  type PlaceName,
  type Role,
  requestedActions,
  rowActions,
  rowOf,
  targetsOf,
  verdict,
} from "./authorisation.oracle.fixture.ts";
import { bodyForRow, makeRows, type Rows, rowNamed } from "./authorisation.rows.fixture.ts";
import { bodyOf, makeWorld, restore, type World } from "./authorisation.world.fixture.ts";

type Node = { "~orpc"?: { route: { method?: string; path?: string }; meta?: { needs?: object } } };
/** Calls by name → what the contract says they need. */
const stated = new Map<string, object | undefined>();

function calls(tree: object, prefix = ""): Call[] {
  return Object.entries(tree).flatMap(([key, node]: [string, Node]): Call[] => {
    const call = node["~orpc"];
    if (!call) return calls(node, `${prefix}${key}.`);
    stated.set(`${prefix}${key}`, call.meta?.needs);
    return [
      { name: `${prefix}${key}`, method: (call.route.method ?? "GET") as Call["method"], path: call.route.path ?? "" },
    ];
  });
}

/** Files are no calls of the contract; they belong to the matrix all the same. */
const files: Call[] = [
  ...["users", "accounts", "clients", "customers"].map((section) => ({
    name: `${section}.export`,
    path: `/${section}/export.csv`,
  })),
  { name: "clients.billing", path: "/clients/billing.csv" },
  { name: "imports.rejectionsFile", path: "/imports/{id}/rejections.csv" },
  ...["distribution", "months"].map((file) => ({ name: `ranks.${file}File`, path: `/ranks/{id}/${file}.csv` })),
  ...["heatmap", "scores", "groups", "movement"].map((file) => ({
    name: `rfms.${file}File`,
    path: `/rfms/{id}/${file}.csv`,
  })),
  { name: "reports.file", path: "/reports/export.csv" },
  { name: "campaigns.resultsFile", path: "/campaigns/{id}/results.csv" },
  { name: "couponCodes.file", path: "/campaigns/{id}/coupons/{coupon_id}/codes.csv" },
  ...GUEST_FILES.map((name) => ({ name, path: `/customers/{id}/${name.replace("customers.", "")}.csv` })),
].map((file) => ({ ...file, method: "GET" }));
const all = [...calls(contract), ...files];
// Jobs and sessions are no rows of an account.
const MISSING = 999_999_999;

let t: TestApp;
let world: World;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
  for (const persona of PERSONAS) {
    if (persona.role === null) callers.set(persona.name, t.anonymous);
    else {
      const canExport = { canExport: persona.exports ?? false };
      const id = await makeUser(t.app, world[persona.home], persona.role, persona.held, canExport);
      callers.set(persona.name, await t.as(id));
    }
  }
});
afterAll(() => t.close());

/** Rows of a place, until a call has changed them. */
const rows = new Map<PlaceName, Rows>();

async function rowsAt(place: PlaceName): Promise<Rows> {
  const known = rows.get(place);
  if (known !== undefined) return known;
  const made = await makeRows(t, world[place]);
  rows.set(place, made);
  isDirty = true;
  return made;
}

/** Numbers in addresses that are no row's: the first chunk of a file, the first row of a batch, a version. */
const COUNTED: Record<string, string> = { kind: "feed", seq: "0", row_index: "0", edit: "7", version: "1" };

/** The address with the ids of rows of the place; those that `from` names are another place's. */
async function addressOf(
  call: Call,
  place: PlaceName,
  from: { names: readonly string[]; place: PlaceName } = { names: [], place },
): Promise<{ url: string; hasMissingId: boolean }> {
  const spot = world[place];
  const row = rowOf(call);
  const ids = { users: spot.userId, accounts: spot.accountId, clients: spot.companyId, groups: spot.groupId };
  let hasMissingId = false;
  let path = call.path;
  for (const name of namesIn(call)) {
    const about = name === "id" && row !== null ? undefined : rowNamed(call, name);
    const whose = from.names.includes(name) ? from.place : place;
    const known =
      about !== undefined ? (await rowsAt(whose))[about] : name === "id" && row !== null ? ids[row] : undefined;
    hasMissingId ||= known === undefined && COUNTED[name] === undefined;
    path = path.replace(`{${name}}`, String(known ?? COUNTED[name] ?? MISSING));
  }
  const query = row === null && !isUntargeted(call) ? `?account_id=${spot.accountId}` : "";
  const wanted = ASKED_WITH[call.name] ?? "";
  return { url: `/api${path}${query}${wanted}`, hasMissingId };
}

/** What a reading call cannot do without. */
const ASKED_WITH: Record<string, string> = {
  "users.offers": "&role=role_user",
  "coupons.quote": "&coupon_id=1&stay_reservation_id=1",
  "campaigns.previewRevocation": "&push_action_id=1",
  "campaigns.resultGuests": "&figure=sent",
};

const namesIn = ({ path }: Call) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The last line of the audit log that has been looked at. */
let lastLine = "0";
/** The test itself has made or mended rows since: their lines are not the next call's. */
let isDirty = true;

/** Lines of the audit log since it was last looked at, without those that say that provider staff entered guest data. */
async function newAuditLines(): Promise<number> {
  const { n, last } = await t.app.database.asSystem(
    (tx) => tx.one<{ n: number; last: string | null }>`
      select count(*) filter (where action <> 'enter')::int as n, max(id)::text as last from audit_logs where id > ${lastLine}`,
  );
  lastLine = last ?? lastLine;
  return n;
}

// The rows are active already, and a change that alters nothing writes nothing.
const ALTERS_NOTHING = ["clients.activate", "accounts.activate", "accountGroups.activate"];

const FILES = [
  "users.export",
  "accounts.export",
  "clients.export",
  "clients.billing",
  "customers.export",
  "campaigns.resultsFile",
  "customers.data",
  "couponCodes.file",
  "ranks.distributionFile",
  "ranks.monthsFile",
  "rfms.heatmapFile",
  "rfms.groupsFile",
  "rfms.movementFile",
  "rfms.scoresFile",
  ...GUEST_FILES,
];

/** Readings that leave a line of their own. */
const RECORDED = ["unrecognisedReports.get"];

/** quality, audit: a denial, a write and an export leave exactly one line, anything else none. */
function linesOf(call: Call, status: number): number {
  if (status === 403) return 1;
  if (status >= 300) return 0;
  return (call.method !== "GET" && !ALTERS_NOTHING.includes(call.name)) || [...FILES, ...RECORDED].includes(call.name)
    ? 1
    : 0;
}

const EVERY_ACTION = ["read", "create", "edit", "delete"];

/** Whether a row that was read carries other actions than §6 gives on it; "*" and "all" are all four. */
function wrongRowActions(persona: Persona, call: Call, place: PlaceName, given: string[]): boolean {
  const row = rowOf(call);
  if (row === null) return false;
  const whole = given.includes("*") || given.includes("all");
  const actions = whole ? EVERY_ACTION : given;
  return [...actions].sort().join() !== [...rowActions(persona, row, place)].sort().join();
}

/** What is wrong with one cell, or null. */
async function wrong(persona: Persona, call: Call, place: PlaceName): Promise<string | null> {
  const caller = callers.get(persona.name);
  if (!caller) throw new Error(persona.name);
  const expected = verdict(persona, call, place);
  const { url, hasMissingId } = await addressOf(call, place);
  const body = call.method === "GET" ? {} : { payload: await bodyOf(t, call, world[place]) };
  if (isDirty) await newAuditLines();
  isDirty = false;
  const answer = await caller({ method: call.method, url, ...body });
  const lines = await newAuditLines();
  if (call.method !== "GET" && answer.statusCode < 300) {
    isDirty = true;
    rows.delete(place);
    await restore(t);
  }
  const status = answer.statusCode;
  const entered = status < 400 || status === 400 || status === 412 || (status === 404 && hasMissingId);
  // Login and second step answer 401 by their own rules, and outside the demo its help does not exist.
  const asExpected = expected === "in" ? entered || isUntargeted(call) : status === expected;
  if (!asExpected || status >= 500) return `${call.name} (${place}): ${status} instead of ${expected}`;
  const given: string[] | undefined =
    status === 200 && call.name.endsWith(".get") ? answer.json().page_actions : undefined;
  if (given !== undefined && wrongRowActions(persona, call, place, given))
    return `${call.name} (${place}): page_actions ${given}`;
  const owed = linesOf(call, status);
  // The key that is replaced is a change of its own, where it ends sooner by it.
  const alsoEnded = call.name === "accountSettings.replaceKey" && status === 200 ? 1 : 0;
  return isUntargeted(call) || lines === owed || lines === owed + alsoEnded
    ? null
    : `${call.name} (${place}): ${status} with ${lines} audit lines instead of ${owed}`;
}

// Ending one's own sessions would leave the persona outside for the rest of its cells.
const ENDS_THE_SESSION = ["auth.logout"];

// `npm run test:long` tests every cell of the matrix. Here each persona meets each need at each place once, with the need's calls in turn,
// so that every call is made by somebody.
const WHOLE = process.env.WHOLE_MATRIX === "1";
const needs = Map.groupBy(
  all.filter((each) => !ENDS_THE_SESSION.includes(each.name)),
  (call) => `${needOf(call)} ${JSON.stringify(stated.get(call.name) ?? call.name)}`,
);
let turn = 0;

function asked(): Call[] {
  turn += 1;
  return [...needs.values()].flatMap((alike) =>
    WHOLE ? alike : alike.slice(turn % alike.length, (turn % alike.length) + 1),
  );
}

// Z01, and in its cells Z06, Z07, Z13 and Z17.
test.each(PERSONAS)(
  "Z01, §6: $name, on every call, on own, sibling and foreign rows",
  async (persona) => {
    const faults: string[] = [];
    for (const [target, place] of Object.entries(targetsOf(persona))) {
      for (const call of asked().filter((each) => target === "own" || !isUntargeted(each))) {
        const fault = await wrong(persona, call, place);
        if (fault !== null) faults.push(fault);
      }
    }
    expect(faults).toEqual([]);
  },
  300_000,
);

/** Each number of an address that is another client's row, beneath the own account. */
const strangers = all.flatMap((call) =>
  namesIn(call)
    .filter((name) => (name === "id" ? rowOf(call) === null : true) && rowNamed(call, name) !== undefined)
    .map((name) => ({ call, name, of: call.name })),
);

test.each(strangers)("$of: another client's {$name} beneath the own account does not exist", async ({ call, name }) => {
  const payload = bodyForRow(call, (await rowsAt("hq")).customer) ?? (await bodyOf(t, call, world.hq));
  const bytes = { payload: Buffer.from("x"), headers: { "content-type": "application/octet-stream" } };
  const body = call.name === "imports.uploadChunk" ? bytes : call.method === "GET" ? {} : { payload };
  const ask = async (place: PlaceName) => {
    const { url } = await addressOf(call, "hq", { names: [name], place });
    return callers.get("admin of a headquarters")?.({ method: call.method, url, ...body });
  };
  const strange = await ask("other");
  expect(strange?.statusCode, strange?.body).toBe(404);
  // The same words about one's own row are heard.
  const own = await ask("hq");
  rows.delete("hq");
  expect([200, 400, 412], own?.body).toContain(own?.statusCode);
});

test.each<[Role, PlaceName]>([
  ["role_vc_user", "provider"],
  ["role_user", "hq"],
])("the editor offers a %s every action that something asks for, and no other", async (role, place) => {
  const { companyId, accountId } = world[place];
  const caller = callers.get("vc_admin");
  const url = `/api/users/offers?role=${role}&company_id=${companyId}`;
  const { accounts } = (await caller?.({ method: "GET", url }))?.json() ?? {};
  const { offered, allowed } = accounts.find((account: { id: number }) => account.id === accountId);
  const singles = offered.filter((value: string) => value.includes("/") && !value.endsWith("/all"));
  expect(singles.toSorted()).toEqual(requestedActions(role, all).toSorted());
  // {section}/all is offered where it stands for more than one of them; what is valid to store stays the role's whole set.
  const sections: string[] = singles.map((value: string) => value.split("/")[0]);
  const several = [...new Set(sections.filter((section, index) => sections.indexOf(section) !== index))];
  expect(offered.filter((value: string) => value.endsWith("/all")).toSorted()).toEqual(
    several.map((section) => `${section}/all`).toSorted(),
  );
  expect(allowed).toEqual(expect.arrayContaining([...offered, "ranks/delete", "reports/all"]));
});

test("an address of the server that is no call of the contract is in the matrix too", () => {
  const printed = t.server.printRoutes({ commonPrefix: false }).split("\n");
  const found = printed.flatMap((line) => /── \/api(\/\S+) \(/.exec(line)?.[1]?.replaceAll(/:(\w+)/g, "{$1}") ?? []);
  // The description of the calls is for everybody.
  const known = ["/openapi.json", "/docs", ...files.map((file) => file.path)];
  expect(found.sort()).toEqual(known.sort());
});

test("the matrix is at least 60 calls × 17 personas × own, sibling and foreign", () => {
  expect(all.filter((call) => !isUntargeted(call)).length).toBeGreaterThanOrEqual(60);
  expect(PERSONAS).toHaveLength(17);
  for (const call of all) expect(() => rowOf(call), call.name).not.toThrow();
  // The personas and their places are turns enough for the largest group of calls that are ruled alike.
  const turns = PERSONAS.flatMap((persona) => Object.keys(targetsOf(persona))).length;
  expect(Math.max(...[...needs.values()].map((alike) => alike.length))).toBeLessThanOrEqual(turns);
});
