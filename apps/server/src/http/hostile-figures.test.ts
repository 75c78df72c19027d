import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mostAt } from "./contract-numbers.fixture.ts";
import { targets } from "./hostile-input.fixture.ts";
import { placesIn, replaced } from "./hostile-values.fixture.ts";
import { fault, type HostileWorld, noIds, openHostileWorld } from "./hostile-world.fixture.ts";

// Figures and days that are none, or beyond what a field takes, at every call that takes any.

const id = noIds();
let w: HostileWorld;
beforeAll(async () => {
  w = await openHostileWorld(id);
});
afterAll(() => w.t.close());

const WHOLE_NUMBERS_END = "9,007,199,254,740,991";
/** Ids, versions and totals of other systems have no limit of their own. */
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
      const errorFor = async (value: unknown) => {
        const answer = await w.send(call, replaced(call.input, place, value));
        const wrong = fault(answer);
        if (wrong) faults.push(`${field} = ${value}: ${wrong}`);
        const { fields = {} } = answer.statusCode === 400 ? (answer.json() as { fields?: Record<string, string> }) : {};
        return fields[field];
      };
      for (const value of [0, -1, 1.5, "10", null, "NaN", "Infinity"]) await errorFor(value);
      const most = mostAt(call.method, call.url, place);
      for (const value of [2 ** 31, 2 ** 53, 1e21, -1e21]) {
        const text = await errorFor(value);
        const beyond = typeof most === "number" && value > most;
        if (
          beyond &&
          most < Number.MAX_SAFE_INTEGER &&
          ![String(most), most.toLocaleString("ja-JP")].some((limit) => text?.includes(limit))
        )
          faults.push(`${field} = ${value} beyond ${most}: ${text}`);
        if (Math.abs(value) < 2 ** 53) continue;
        if (!text || (text.includes(WHOLE_NUMBERS_END) && !WITHOUT_LIMIT.test(field)))
          faults.push(`${field} = ${value}: ${text}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** A figure in an address, as text. */
const FIGURE = /^\d+(\.\d+)?$/;
/** Lower bounds of a list: below 0 they leave nobody out, and a balance can be a debt. */
const LOWER_BOUND = /_min$/;

describe("B06: a figure in an address that is none, or beyond its limit, is refused by name", () => {
  const withFigures = targets(id).flatMap((call) => {
    const fields = Object.keys(call.input).filter((field) => FIGURE.test(String(call.input[field])));
    return call.method === "GET" && fields.length > 0 ? [{ name: call.name, fields }] : [];
  });
  test.each(withFigures)("$name", { timeout: 60_000 }, async ({ name, fields }) => {
    const call = targets(id).find((each) => each.name === name);
    if (!call) throw new Error("unknown call");
    const faults: string[] = [];
    for (const field of fields)
      for (const value of ["-1", "1e21", "NaN", "Infinity", "0x10", "9007199254740992", "1,000", "１０", " 10", ""]) {
        const answer = await w.send(call, replaced(call.input, [field], value));
        const wrong = fault(answer);
        const { fields: named } = answer.json() as { fields?: Record<string, string> };
        const taken = value === "" || answer.statusCode === 404 || (value === "-1" && LOWER_BOUND.test(field));
        if (wrong !== null || (!taken && !named?.[field]))
          faults.push(`${field} = ${value}: ${answer.statusCode} ${wrong ?? ""} ${JSON.stringify(named)}`);
      }
    expect(faults).toEqual([]);
  });
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;

describe("a day that is in no calendar is refused by name (Q06, B17)", () => {
  const withDays = targets(id).flatMap((call) => {
    const places = placesIn(call.input).filter((place) => DAY.test(String(valueAt(call.input, place))));
    return places.length > 0 ? [{ name: call.name, places }] : [];
  });
  test.each(withDays)("$name", { timeout: 60_000 }, async ({ name, places }) => {
    const call = targets(id).find((each) => each.name === name);
    if (!call) throw new Error("unknown call");
    const faults: string[] = [];
    for (const place of places)
      for (const day of [
        "2026-02-30",
        "2025-02-29",
        "2026-04-31",
        "2026-13-01",
        "2026-00-10",
        "0000-00-00",
        "2026-2-3",
      ]) {
        const answer = await w.send(call, replaced(call.input, place, day));
        const { fields } = answer.json() as { fields?: Record<string, string> };
        if (answer.statusCode !== 400 || fault(answer) !== null || !fields?.[place.join(".")])
          faults.push(`${place.join(".")} = ${day}: ${answer.statusCode} ${JSON.stringify(fields)}`);
      }
    expect(faults).toEqual([]);
  });
});

describe("B06: figures in conditions", () => {
  const figures = [0, -1, 1.5, 1e21, "10", "NaN", null, 2 ** 31, 2 ** 53];
  const segment = (value: unknown) => ({
    target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value }] },
    types: ["mail"],
  });
  test.each(figures)("%s is counted, or refused by name", async (value) => {
    const payload = { segments: [segment(1), segment(value)] };
    const answer = await w.staff({ method: "POST", url: "/api/campaigns/audience", payload });
    if (value === 0) expect(answer.statusCode).toBe(200);
    else {
      expect([answer.statusCode, fault(answer)]).toEqual([400, null]);
      expect(Object.keys(answer.json().fields)).toEqual(["segments.1.target.rules.0.value"]);
    }
  });
});

test.each(["NaN", "Infinity", "-Infinity", "undefined", "0x10", "1_000", ".5", "+1"])(
  "B06: %s as JSON's bare word is no JSON, and said to be none",
  async (word) => {
    const answer = await w.staff({
      method: "POST",
      url: `/api/customers/${id.customer}/use-points`,
      headers: { "content-type": "application/json" },
      payload: `{"use_point":${word},"facility_account_id":${id.account},"remarks":"売店","stay_reservation_id":null}`,
    });
    expect([answer.statusCode, fault(answer)]).toEqual([400, null]);
  },
);

function valueAt(input: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], input);
}
