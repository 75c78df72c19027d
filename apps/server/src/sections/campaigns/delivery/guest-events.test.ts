import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { csvOf, queued, runImport } from "../../imports/imports.fixture.ts";
import { keepSurvivor } from "../../merges/merges.fixture.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "../triggers/triggers.fixture.ts";

// What campaigns did with a guest by themselves, and which stays they paid (docs/adr/0567).

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

type Item = { campaign_id: number; got: boolean; reason: string | null; points: number | null; stay_on: string | null };
const itemsOf = async (guest: number, more = ""): Promise<Item[]> =>
  (await w.call("GET", `/customers/${guest}/campaigns${more}`)).items;

test("of events a guest is told what happened to them alone, also after a merge: what waits, what went and what was left out", async () => {
  const [guest = 0, other = 0] = await w.guests("event", 2);
  const [silent = 0] = await makeGuests(w.t.app, w.inn.accountId, { count: 1, mail: "silent", consent: null });
  const segments = [
    {
      id: null,
      priority_seq: 1,
      target: EVERYBODY,
      benefits_to_reached: false,
      actions: [pointAction(50), mailAction()],
    },
  ];
  const id = await w.campaign({}, { segments });
  for (const one of [guest, silent]) await w.reservation(one);
  await w.at("2026-11-20T10:00");
  const outcomesOf = async (of: number) =>
    (await itemsOf(of)).map((one) => [one.campaign_id, one.got, one.reason]).toSorted();
  expect(await outcomesOf(guest)).toEqual([
    [id, true, null],
    [id, true, null],
  ]);
  expect(await outcomesOf(silent)).toEqual([
    [id, false, "no_consent"],
    [id, true, null],
  ]);
  expect(await itemsOf(other)).toEqual([]);
  const { merge_id } = await w.call("POST", "/merges/merge", {
    survivor_id: other,
    survivor_version: 1,
    source_id: silent,
    source_version: 1,
    fields: keepSurvivor,
  });
  expect(await outcomesOf(other)).toEqual(await outcomesOf(silent));
  await w.call("POST", `/merges/done/${merge_id}/undo`, {});
  expect(await itemsOf(other)).toEqual([]);
});

test("an always-on campaign says which stays it paid, and which it did not after all", async () => {
  const { accountId } = w.inn;
  const { id } = await w.call("POST", "/campaigns", {
    name: "毎回のポイント",
    type: "basic",
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(500)] }],
  });
  await w.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  const deliver = async (...stays: [code: string, state: string][]) => {
    const rows = stays.map(([code, state]) => ({
      予約番号: code,
      予約状態: state,
      チェックイン日: "2026-11-19",
      チェックアウト日: "2026-11-20",
      利用金額: 9_000,
      氏名: "山田 花子",
      会員番号: "M-1",
    }));
    await runImport(w.t.app, accountId, await queued(w.t.app, accountId, accountId, csvOf(rows)));
    await w.drain();
  };
  await deliver(["KEPT", "滞在済"], ["GONE", "滞在済"]);
  const [guest] = await w.query<{ id: number }>(sql`select id from customers where member_number = 'M-1'`);
  const paid = async (more = "") =>
    (await itemsOf(guest?.id ?? 0, more)).map(({ got, reason, points, stay_on }) => [stay_on, got, reason, points]);
  expect(await paid()).toEqual([
    ["2026-11-20", true, null, 500],
    ["2026-11-20", true, null, 500],
  ]);
  await deliver(["GONE", "キャンセル"]);
  expect(await paid("?got=true")).toEqual([["2026-11-20", true, null, 500]]);
  expect(await paid("?got=false")).toEqual([["2026-11-20", false, "stay", null]]);
  await w.at("2027-05-21T10:00");
  expect(await paid()).toEqual([]);
});
