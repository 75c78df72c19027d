import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { csvOf, queued, runImport } from "../../imports/imports.fixture.ts";
import { EVERYBODY, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// What a campaign granted is what the ledger granted for it, on its page, in the list, the report and its file alike, whatever became of
// the points: debts of others that they paid, reversals and deductions have figures of their own.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const offer = (name: string, points: number, type: "basic" | "repeat_promotion" = "repeat_promotion") =>
  promotion({
    name,
    type,
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(points)] }],
  });
const book = (guest: number, payload: object): Promise<{ grant_point_id: number }> =>
  p.call("POST", `/customers/${guest}/grant-points`, { remarks: "訂正", ...payload });
type Figures = { granted: number; reversed: number };

async function everywhere(id: number): Promise<Record<string, Figures>> {
  const page = await p.detail(id);
  const { items } = await p.call("GET", "/campaigns?size=100");
  const listed = items.find((one: { id: number }) => one.id === id);
  const { campaigns } = await p.call("GET", "/reports");
  const reportRow = campaigns.find((one: { id: number }) => one.id === id);
  const { body } = await p.staff({ method: "GET", url: "/api/reports/export.csv?table=campaigns" });
  const [head = [], ...lines] = body
    .replace("\ufeff", "")
    .split("\r\n")
    .map((line) => line.split(","));
  const line = lines.find(([name]) => name === page.name) ?? [];
  const filed = (title: string) => Number(line[head.indexOf(title)]);
  const { items: latest } = await p.call("GET", "/campaigns?page=1&size=20&sort=-last_sent_at");
  const atHome = latest.find((one: { id: number }) => one.id === id);
  const { total } = await p.call("GET", `/campaigns/${id}/results`);
  expect(total.points).toBe(page.points_granted);
  const guests = await p.query<{ id: number }>(sql`select id from customers`);
  const ledger = { granted: 0, reversed: 0 };
  for (const guest of guests) {
    const grants = await p.call("GET", `/customers/${guest.id}/grant-points?size=100`);
    for (const entry of grants.items.filter((one: { campaign_id: number }) => one.campaign_id === id)) {
      if (entry.grant_point > 0) ledger.granted += entry.grant_point;
      else ledger.reversed -= entry.grant_point;
    }
  }
  return {
    page: { granted: page.points_granted, reversed: page.points_reversed },
    list: { granted: listed.points_granted, reversed: listed.points_reversed },
    home: { granted: atHome.points_granted, reversed: atHome.points_reversed },
    report: { granted: reportRow.points_granted, reversed: reportRow.points_reversed },
    file: { granted: filed("付与ポイント"), reversed: filed("取消ポイント") },
    ledger,
  };
}
const alike = (figures: Figures) =>
  Object.fromEntries(["page", "list", "home", "report", "file", "ledger"].map((where) => [where, figures]));
const resultOf = async (id: number) =>
  (await p.call("GET", "/reports")).campaigns.find((one: { id: number }) => one.id === id);

test("a send of points after debts, reversals and deductions", async () => {
  const [owing = 0, other = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: null });
  const { grant_point_id } = await book(owing, { grant_point: 500 });
  await p.call("POST", `/customers/${owing}/use-points`, { use_point: 400 });
  await book(owing, { grant_point: -500, reverses_grant_point_id: grant_point_id });
  const id = await p.started(offer("秋の進呈", 1_000));
  await p.drain();
  expect(await everywhere(id)).toEqual(alike({ granted: 2_000, reversed: 0 }));
  expect(await resultOf(id)).toMatchObject({ points_for_debt: 400, points_deducted: 0 });

  const { items } = await p.call("GET", `/customers/${other}/grant-points`);
  await book(other, { grant_point: -300, reverses_grant_point_id: items[0].id });
  await book(owing, { grant_point: -100 });
  expect(await everywhere(id)).toEqual(alike({ granted: 2_000, reversed: 300 }));
  expect(await resultOf(id)).toMatchObject({ points_for_debt: 400, points_deducted: 100 });
  expect((await p.detail(id)).pushes[0]).toMatchObject({ points_granted: 2_000, points_reversed: 300 });

  // All that entered and left in a month makes its balance.
  const { points } = await p.call("GET", "/reports");
  const month = points.at(-1);
  expect(month).toMatchObject({ granted: 2_500, reversed: 800, deducted: 100, debt_incurred: 400, debt_paid: 400 });
  const { granted, reversed, deducted, used, expired, debt_incurred, debt_paid, outstanding } = month;
  expect(granted - reversed - deducted - used - expired + debt_incurred - debt_paid).toBe(outstanding);
  const stands = await p.query<{ n: number }>(sql`select sum(balance)::int as n from point_accounts`);
  expect(outstanding).toBe(stands[0]?.n);
});

test("a campaign for each stay whose stay is called off after its points were spent, and which pays another's debt", async () => {
  const id = await p.started(offer("宿泊ごと", 600, "basic"));
  const stay = (code: string, state: "滞在済" | "キャンセル") => ({
    予約番号: code,
    予約状態: state,
    チェックイン日: "2026-11-19",
    チェックアウト日: "2026-11-20",
    利用金額: state === "滞在済" ? 10_000 : "",
    キャンセル日: state === "滞在済" ? "" : "2026-11-20",
    氏名: "山田 花子",
    会員番号: "M-1",
  });
  const bring = async (...rows: Record<string, string | number>[]) =>
    runImport(p.t.app, p.inn.accountId, await queued(p.t.app, p.inn.accountId, p.inn.accountId, csvOf(rows)));
  await bring(stay("A", "滞在済"));
  const [guest] = await p.query<{ id: number }>(sql`select id from customers where member_number = 'M-1'`);
  await p.call("POST", `/customers/${guest?.id}/use-points`, { use_point: 500 });
  await bring(stay("A", "キャンセル"));
  expect(await everywhere(id)).toEqual(alike({ granted: 600, reversed: 600 }));
  await bring(stay("B", "滞在済"));
  expect(await everywhere(id)).toEqual(alike({ granted: 1_200, reversed: 600 }));
  expect(await resultOf(id)).toMatchObject({ points_for_debt: 500 });
  const { broken } = await p.call("GET", "/points/proofs");
  expect(broken).toEqual([]);
});
