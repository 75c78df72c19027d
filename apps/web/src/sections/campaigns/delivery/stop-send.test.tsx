// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { at, mount, until } from "../../../test/mount.fixture.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { campaignOf, pushOf } from "../campaigns.fixture.ts";
import { ResultTable } from "../results/ResultTable.tsx";
import { Sends } from "./Sends.tsx";

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

const SEND = [
  pushOf({ id: 3, type: "mail", push_status: "standby", targets: 4_364, waiting: 2_016, skipped: 2_348 }),
  pushOf({ id: 2, type: "coupon", targets: 4_364, waiting: 4_300, sent: 64 }),
  pushOf({ id: 1, type: "point", targets: 4_364, sent: 4_364, points_granted: 4_364_000 }),
];
const campaign = (over: Partial<CampaignDetail>) =>
  campaignOf({ version: 3, name: "秋のご案内", sending: true, commands: ["stop"], pushes: SEND, ...over });

test("before a stop each action says what was given, what is stopped, and what can be taken back, in its own unit", async () => {
  const { button, press, text } = await mount(<Sends campaign={campaign({})} />);
  expect(text()).toContain("4,428 / 10,744件");
  for (const expectedText of ["ポイント 4,364人", "クーポン 64枚"]) expect(text()).toContain(expectedText);
  await press(button("配信を止める"));
  const parts = await until(() => {
    const found = [...document.querySelectorAll("[role=dialog] dl > div")].map((one) => one.textContent);
    return found.length > 0 ? found : undefined;
  }, "the parts of the send");
  expect(parts).toEqual([
    "ポイント4,364人に4,364,000ポイントを付与しました。これから届けるものはありません。付与したポイントは、止めたあとで取り消せます。",
    "クーポン64枚を渡しました。まだ渡していない4,300枚を止めます。使われていないクーポンは、止めたあとで取り消せます。",
    "メールまだどなたにも送っていません。まだ送っていない2,016通を止めます。",
  ]);
});

test("afterwards it says what still waits, and each action whether it is done or stopped", async () => {
  const stopped = SEND.map((one) =>
    one.type === "point" ? { ...one, push_status: "done" as const } : { ...one, stop_requested: true },
  );
  const halted = campaign({ sending: false, status: "stopped", commands: ["edit", "resume"], pushes: stopped });
  expect((await mount(<Sends campaign={halted} />)).text()).toContain(
    "まだ届けていないもの: クーポン 4,300枚・メール 2,016通",
  );
  server.answer("campaigns.pushes", { items: stopped, total: 3, page: 1, size: 50 });
  const { text } = await at("/campaigns/7", <ResultTable campaign={halted} search={{}} onShow={() => {}} />);
  const rows = await until(() => {
    const found = [...document.querySelectorAll("tbody tr")].map((row) => row.children[1]?.textContent);
    return found.length === 3 ? found : undefined;
  }, "the results");
  expect([rows, text().includes("64枚")]).toEqual([["停止中", "停止中", "完了"], true]);
});

test("results come in pages: none is left out silently", async () => {
  server.answer("campaigns.pushes", { items: SEND, total: 63, page: 2, size: 20 });
  const shown: object[] = [];
  const table = <ResultTable campaign={campaign({})} search={{ page: 2, size: 20 }} onShow={(to) => shown.push(to)} />;
  const { press, button, text } = await at("/campaigns/7", table);
  await until(() => (text().includes("63件") ? true : undefined), "the pages");
  expect(server.callsOf("campaigns.pushes")[0]?.query).toMatchObject({ page: "2", size: "20" });
  await press(button("次のページ"));
  expect(shown).toEqual([{ page: 3 }]);
});

test("after the first one percent it says how long there is to look, and can still be stopped", async () => {
  const held = { for: "canary", until: null } as const;
  const waiting = campaign({ held: "canary", pushes: SEND.map((one) => ({ ...one, held })) });
  const { button } = await mount(<Sends campaign={waiting} />);
  expect(button("配信を止める")).toBeTruthy();
});

test("two runs of one campaign are two sends, the newest first, each with its own figures", async () => {
  const at = "2026-11-22T01:00:00.000Z";
  const later = pushOf({
    id: 9,
    type: "mail",
    push_scheduled_time: at,
    targets: 50,
    waiting: 50,
    held: { for: "approval", until: null },
  });
  const { place } = await mount(<Sends campaign={campaign({ pushes: [...SEND, later] })} />);
  const sections = [...place.querySelectorAll("h2")].map((one) => one.parentElement?.textContent ?? "");
  expect(sections.map((one) => one.slice(0, 23))).toEqual([
    "2026年11月22日 10:00の配信承認を",
    "2026年11月21日 09:00の配信配信し",
  ]);
  expect(sections[0]).toContain("50人への配信です");
  expect(sections[1]).toContain("4,428 / 10,744件");
  const over = SEND.map((one) => ({ ...one, push_status: "done" as const, waiting: 0 }));
  const ended = await mount(<Sends campaign={campaign({ pushes: [...over, later] })} />);
  expect(ended.text()).toContain("配信しました: ポイント 4,364人・クーポン 64枚・メール 0通");
});
