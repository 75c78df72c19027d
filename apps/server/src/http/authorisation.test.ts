import { contract } from "@okaeri/contract/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../test/app.ts";
import {
  type Call,
  isUntargeted,
  PERSONAS,
  type Persona,
  type PlaceName,
  rowOf,
  targetsOf,
  verdict,
} from "./authorisation.oracle.fixture.ts";
import { bodyOf, makeWorld, restore, type World } from "./authorisation.world.fixture.ts";

type Node = { "~orpc"?: { route: { method?: string; path?: string } } };

function calls(tree: object, prefix = ""): Call[] {
  return Object.entries(tree).flatMap(([key, node]: [string, Node]): Call[] => {
    const stated = node["~orpc"];
    if (!stated) return calls(node, `${prefix}${key}.`);
    const method = (stated.route.method ?? "GET") as Call["method"];
    return [{ name: `${prefix}${key}`, method, path: stated.route.path ?? "" }];
  });
}

/** Files are no calls of the contract; they belong to the matrix all the same. */
const files: Call[] = ["users", "accounts", "clients"].map((section) => ({
  name: `${section}.export`,
  method: "GET",
  path: `/${section}/export.csv`,
}));
const all = [...calls(contract), ...files];
const MISSING = 999_999_999;

let t: TestApp;
let world: World;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
  for (const persona of PERSONAS) {
    if (persona.role === null) callers.set(persona.name, t.anonymous);
    else callers.set(persona.name, await t.as(await makeUser(t.app, world[persona.home], persona.role, persona.held)));
  }
});
afterAll(() => t.close());

/** The address with the row's id, or with an id that nobody has. */
function addressOf(call: Call, place: PlaceName): { url: string; hasMissingId: boolean } {
  const spot = world[place];
  const row = rowOf(call);
  const ids = { users: spot.userId, accounts: spot.accountId, clients: spot.companyId, groups: spot.groupId };
  const path = call.path.replace("{kind}", "feed").replace("{id}", String(row === null ? MISSING : ids[row]));
  const hasMissingId = /\{\w+\}/.test(path) || path.includes(String(MISSING));
  const query = row === null && !isUntargeted(call) ? `?account_id=${spot.accountId}` : "";
  const wanted = call.name === "users.offers" ? "&role=role_user" : "";
  return { url: `/api${path.replaceAll(/\{\w+\}/g, String(MISSING))}${query}${wanted}`, hasMissingId };
}

/** What is wrong with one cell, or null. */
async function wrong(persona: Persona, call: Call, place: PlaceName): Promise<string | null> {
  const caller = callers.get(persona.name);
  if (!caller) throw new Error(persona.name);
  const expected = verdict(persona, call, place);
  const { url, hasMissingId } = addressOf(call, place);
  const body = call.method === "GET" ? {} : { payload: await bodyOf(t, call, world[place]) };
  const answer = await caller({ method: call.method, url, ...body });
  if (call.method !== "GET" && answer.statusCode < 300) await restore(t);
  const status = answer.statusCode;
  const entered = status < 400 || status === 400 || status === 412 || (status === 404 && hasMissingId);
  // Login and second step answer 401 by their own rules, and outside the demo its help does not exist.
  const asExpected = expected === "in" ? entered || isUntargeted(call) : status === expected;
  return asExpected && status < 500 ? null : `${call.name} (${place}): ${status} instead of ${expected}`;
}

// Ending one's own sessions would leave the persona outside for the rest of its cells.
const ENDS_THE_SESSION = ["auth.logout"];

test.each(PERSONAS)(
  "§6: $name, on every call, on own, sibling and foreign rows",
  async (persona) => {
    const faults: string[] = [];
    for (const call of all.filter((each) => !ENDS_THE_SESSION.includes(each.name))) {
      const places = Object.values(targetsOf(persona));
      for (const place of isUntargeted(call) ? places.slice(0, 1) : places) {
        const fault = await wrong(persona, call, place);
        if (fault !== null) faults.push(fault);
      }
    }
    expect(faults).toEqual([]);
  },
  300_000,
);

test("the matrix is at least 60 calls × 14 personas × own, sibling and foreign", () => {
  expect(all.filter((call) => !isUntargeted(call)).length).toBeGreaterThanOrEqual(60);
  expect(PERSONAS).toHaveLength(14);
  for (const call of all) expect(() => rowOf(call), call.name).not.toThrow();
});
