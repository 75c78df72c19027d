// @vitest-environment jsdom
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { at, mount, until } from "../../../test/mount.fixture.tsx";
import { CampaignActions } from "../CampaignActions.tsx";
import type { CampaignDetail, Push, RevocationCount } from "../campaigns.api.ts";
import { campaignOf, pushOf } from "../campaigns.fixture.ts";
import { Revocations } from "./Revocations.tsx";

let server: FakeCalls;
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", (request: Request) => server.fetch(request));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  server = new FakeCalls();
});

const push = (over: Partial<Push> = {}) => pushOf({ type: "point", push_status: "done", is_revocable: true, ...over });
const campaign = (over: Partial<CampaignDetail> = {}) =>
  campaignOf({
    version: 3,
    name: "秋のご案内",
    type: "repeat_promotion",
    commands: ["revoke"],
    pushes: [push()],
    returnable: [{ push_action_id: 1, sent_at: "2026-11-21T00:00:00.000Z" }],
    ...over,
  });
const COUNTED: RevocationCount = {
  customers: 4_364,
  points: 4_364_000,
  from_balance: 4_300_000,
  expired: 1_000,
  used: 65_000,
  owed_customers: 60,
  owed_points: 63_000,
  coupons: 64,
  used_coupons: 3,
  ended_coupons: 0,
};
const dialog = <T extends HTMLElement>(selector: string, name: string) =>
  until(
    () =>
      [...document.querySelectorAll<T>(`[role=dialog] ${selector}`)].find(
        (one) => one.textContent === name || (one as unknown as HTMLInputElement).labels?.[0]?.textContent === name,
      ),
    name,
  );

test("what a send gave is taken back after it was counted whose it is, and with a reason", async () => {
  server.answer("campaigns.previewRevocation", COUNTED);
  server.answer("campaigns.revoke", campaign({ commands: [] }) as never);
  const waiting = [push({ id: 2, type: "mail", push_status: "doing", waiting: 2_016, is_revocable: false }), push({})];
  const { button, press, type } = await at(
    "/campaigns/7",
    <CampaignActions campaign={campaign({ pushes: waiting })} />,
  );
  await press(button("渡したものを取り消す"));
  const texts = await until(() => {
    const found = [...document.querySelectorAll("[role=dialog] li")].map((one) => one.textContent);
    return found.length > 0 ? found : undefined;
  }, "what it does");
  expect(texts).toEqual([
    "4,364人に付与した4,364,000ポイントを取り消します。",
    "お客様の残高から、合わせて4,300,000ポイントを引きます。",
    "65,000ポイントは、すでに使われています。ほかに残っているポイントがあれば、そこから引きます。",
    "60人は残高が足りません。合わせて63,000ポイントが不足として残り、次の付与から差し引きます。",
    "1,000ポイントは期限が過ぎているので、残高は変わりません。",
    "使われていないクーポン64枚を取り消します。お客様は使えなくなります。",
    "使われたクーポン3枚は、そのままです。",
    "まだ届けていないもの(メール 2,016通)は、届けません。この配信は再開できなくなります。",
  ]);
  const confirm = await dialog<HTMLButtonElement>("button", "取り消す");
  expect(confirm.disabled).toBe(true);
  await type(await dialog<HTMLInputElement>("input", "取り消す理由"), "金額の誤り");
  await press(confirm);
  await until(() => server.callsOf("campaigns.revoke")[0], "the act");
  expect(server.callsOf("campaigns.revoke").map(({ body }) => body)).toEqual([
    { push_action_id: 1, remarks: "金額の誤り" },
  ]);
});

test("an older send than the one that is shown can be chosen, however many came after it", async () => {
  server.answer("campaigns.previewRevocation", COUNTED);
  server.answer("campaigns.revoke", campaign({ commands: [] }) as never);
  const returnable = [21, 20].map((day) => ({ push_action_id: day, sent_at: `2026-11-${day}T00:00:00.000Z` }));
  const waiting = [push({ id: 21, type: "mail", push_status: "doing", waiting: 9, is_revocable: false })];
  const { button, press, type } = await at(
    "/campaigns/7",
    <CampaignActions campaign={campaign({ pushes: waiting, returnable })} />,
  );
  await press(button("渡したものを取り消す"));
  const which = await dialog<HTMLSelectElement>("select", "取り消す配信");
  which.value = "2026-11-20T00:00:00.000Z";
  await act(async () => void which.dispatchEvent(new Event("change", { bubbles: true })));
  await until(() => server.callsOf("campaigns.previewRevocation")[1], "the count of the older send");
  expect(document.querySelector("[role=dialog]")?.textContent).not.toContain("まだ届けていないもの");
  await type(await dialog<HTMLInputElement>("input", "取り消す理由"), "金額の誤り");
  await press(await dialog<HTMLButtonElement>("button", "取り消す"));
  await until(() => server.callsOf("campaigns.revoke")[0], "the act");
  expect(server.callsOf("campaigns.revoke")[0]?.body).toEqual({ push_action_id: 20, remarks: "金額の誤り" });
});

test("where nothing is left there is nothing to confirm", async () => {
  const none = Object.fromEntries(Object.keys(COUNTED).map((key) => [key, 0])) as RevocationCount;
  server.answer("campaigns.previewRevocation", none);
  const { button, press, type } = await at("/campaigns/7", <CampaignActions campaign={campaign()} />);
  await press(button("渡したものを取り消す"));
  await until(
    () => (document.body.textContent?.includes("取り消せるものは残っていません") ? true : undefined),
    "nothing",
  );
  await type(await dialog<HTMLInputElement>("input", "取り消す理由"), "x");
  expect((await dialog<HTMLButtonElement>("button", "取り消す")).disabled).toBe(true);
});

test("the page says how far it is, and afterwards of whom how much was taken, by whom and why", async () => {
  const one: CampaignDetail["revocations"][number] = {
    id: 1,
    sent_at: "2026-11-21T00:00:00Z",
    state: "running",
    guests: 4_364,
    done: 500,
    customers: 500,
    points: 500_000,
    coupons: 0,
    remarks: "金額の誤り",
    created_by_name: "佐藤 花",
    created_at: "2026-11-21T01:00:00Z",
  };
  const running = await mount(<Revocations campaign={campaign({ revocations: [one] })} />);
  for (const sentence of ["取り消しています", "500 / 4,364人", "理由: 金額の誤り", "佐藤 花さん"])
    expect(running.text()).toContain(sentence);
  const done: typeof one = { ...one, state: "done", customers: 4_364, points: 4_364_000, coupons: 64 };
  const { text } = await mount(<Revocations campaign={campaign({ revocations: [done] })} />);
  expect(text()).toContain("2026年11月21日 09:00の配信: 4,364人の4,364,000ポイント・クーポン64枚");
});
