import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { makeBasicCampaign } from "../stays/stays.fixture.ts";
import { countsOf, resortSlice, runImport, upload } from "./imports.fixture.ts";
import { difference, snapshot } from "./undo/undo.fixture.ts";

// A first import with a wrong mapping, repaired by a second one: the same as if only the right one had come.
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2017-04-01T03:00:00Z") } });
});
afterAll(() => t.close());

const FORGOTTEN = [
  "state",
  "cancel_date",
  "use_price",
  "payment_price",
  "reserved_price",
  "transaction_code",
  "confirmed_date",
];

let serial = 0;
async function openInn() {
  const inn = await makeAccount(t.app, { name: `直す宿${++serial}` });
  const { accountId } = inn;
  const call: Caller = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const inScope = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
    t.app.database.inScope({ accountIds: [accountId] }, work);
  for (const rule of [
    { grant_type: "rate", grant_rate: 3, expiration_type: "days_from_last_stay", days: 640 },
    { grant_type: "absolute", grant_absolute: 50, expiration_type: "days_from_grant", days: 630 },
  ] as const)
    await inScope((tx) => makeBasicCampaign(tx, { accountId, rule }));
  let whole: object | undefined;
  const brings = async (slice: Buffer, without: readonly string[] = []) => {
    const id = await upload(call, accountId, slice);
    // What was chosen is offered again; the second time the person chooses what the headings say.
    whole ??= (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json().mapping as object;
    await call({ method: "GET", url: `/api/imports/${id}/preview` });
    const chosen = Object.fromEntries(Object.entries(whole).filter(([field]) => !without.includes(field)));
    const started = await call({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping: chosen } });
    expect(started.statusCode, started.body).toBe(200);
    await runImport(t.app, accountId, id, { batchRows: 150 });
    return countsOf(t.app, accountId, id);
  };
  const stands = async () => {
    expect(await inScope((tx) => brokenLedgers(tx, accountId))).toEqual([]);
    const found = JSON.stringify(await inScope((tx) => snapshot(tx, accountId)));
    return JSON.parse(found.replaceAll(`|${accountId}"`, '|宿"').replaceAll(`|${accountId}:`, "|宿:"));
  };
  return { brings, stands };
}

test("status and money left out at first and told by a second import: stays, totals, balances and expiries are as if told at once", async () => {
  // Without its last line, whose price no right mapping takes.
  const lines = (await resortSlice()).toString().trimEnd().split("\n");
  const slice = Buffer.from(lines.slice(0, -1).join("\n"));
  const [repaired, right] = [await openInn(), await openInn()];
  expect(await repaired.brings(slice, FORGOTTEN)).toMatchObject({ refused: 0, stays: 0 });
  const second = await repaired.brings(slice);
  expect(second).toMatchObject({ new: 0, changed: 399, refused: 0 });
  expect(second.stays).toBeGreaterThan(250);
  await right.brings(slice);
  const [is, wanted] = [await repaired.stands(), await right.stands()];
  expect(wanted.points.join("").length).toBeGreaterThan(1_000);
  expect(difference(is, wanted)).toEqual({});
});
