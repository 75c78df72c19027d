// @vitest-environment jsdom
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { mount } from "../../../test/mount.fixture.tsx";
import type { CampaignDetail, Push } from "../campaigns.api.ts";
import { campaignOf, pushOf } from "../campaigns.fixture.ts";
import { Sends } from "./Sends.tsx";

const asked: { path: string; body: unknown }[] = [];
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    // What a page that was shown before still asks for is not the subject.
    if (path.startsWith("/api/campaigns/")) asked.push({ path, body: JSON.parse((await request.text()) || "{}") });
    return new Response(JSON.stringify(campaign({ held: null, commands: [] })), {
      headers: { "content-type": "application/json" },
    });
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  asked.length = 0;
});

function campaign(over: Partial<CampaignDetail>, ofPush: Partial<Push> = {}): CampaignDetail {
  const { held = null } = over;
  return campaignOf({
    version: 3,
    commands: [],
    pushes: [pushOf({ targets: 1_200, waiting: 1_200, held: held && { for: held, until: null }, ...ofPush })],
    ...over,
  });
}
const shown = (over: Partial<CampaignDetail>, ofPush: Partial<Push> = {}) =>
  mount(<Sends campaign={campaign(over, ofPush)} />);
/** The button of the open dialog; a dialog comes a moment after the press. */
const inDialog = (name: string) =>
  act(() =>
    vi.waitFor(() => {
      const found = [...dialog().querySelectorAll("button")].find((one) => one.textContent === name);
      expect(found).toBeDefined();
      return found as HTMLButtonElement;
    }),
  );
function dialog(): HTMLElement {
  const open = document.querySelector<HTMLElement>("[role=dialog]");
  if (open === null) throw new Error("no dialog is open");
  return open;
}

test("a send that waits for a second person says how many guests it is for, and offers what this person may decide", async () => {
  const other = await shown({ held: "approval", commands: ["approve", "refuse"] });
  expect(other.text()).toContain("1,200人への配信です");
  expect(other.text()).not.toContain("配信を始めた方とは別の");
  expect(other.button("承認する")).toBeTruthy();
  const initiatorPage = await shown({ held: "approval", commands: ["cancel"] });
  expect(initiatorPage.text()).toContain("配信を始めた方とは別の");
  expect(() => initiatorPage.button("承認する")).toThrow();
});

test("approving asks first, and approves the version that was on the screen", async () => {
  const { button, press } = await shown({ held: "approval", commands: ["approve", "refuse"] });
  await press(button("承認する"));
  const approve = await inDialog("承認する");
  expect(dialog().textContent).toContain("1,200人");
  expect(asked).toEqual([]);
  await press(approve);
  await vi.waitFor(() =>
    expect(asked).toEqual([{ path: "/api/campaigns/7/approve", body: { version: 3, push_action_id: 1 } }]),
  );
});

test.each([
  [
    { by_name: "佐藤 花", at: "2026-11-20T03:00:00Z" },
    "2026年11月20日 12:00に佐藤 花さんが、この文面で送ると確認しました",
  ],
  [null, "文面はプリセットのままで、確認した方はいません"],
])("the approver reads that the text is the preset's and who confirmed it", async (confirmed, says) => {
  const preset_text = { paths: ["segments.0.actions.0.mail"], confirmed };
  const { text } = await shown({ held: "approval", commands: ["approve"], preset_text });
  expect(text()).toContain(says);
  expect((await shown({ held: "approval", commands: ["approve"] })).text()).not.toContain("プリセット");
});

test("refusing wants a reason", async () => {
  const { button, press, type } = await shown({ held: "approval", commands: ["approve", "refuse"] });
  await press(button("承認せずに戻す"));
  expect((await inDialog("承認せずに戻す")).disabled).toBe(true);
  await type(dialog().querySelector("textarea:not([aria-hidden])") as never, "件名を直してください");
  await press(await inDialog("承認せずに戻す"));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      { path: "/api/campaigns/7/refuse", body: { reason: "件名を直してください", push_action_id: 1 } },
    ]),
  );
});

test("an approval that a change made void says whose it was", async () => {
  const void_ = { by_name: "佐藤 花", at: "2026-11-20T03:00:00Z", void: true };
  const { text } = await shown({ held: "approval" }, { approval: void_ });
  expect(text()).toContain("佐藤 花");
  expect(text()).toContain("2026年11月20日 12:00");
});

test("the waiting time counts down, and the send can be called off meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-20T03:00:00Z") });
  try {
    const held = { for: "grace", until: "2026-11-20T03:01:30Z" } as const;
    const { text, button, press } = await shown({ held: "grace", commands: ["cancel"] }, { held });
    expect(text()).toContain("あと1分30秒で、1,200人への配信が始まります");
    await act(async () => vi.advanceTimersByTime(45_000));
    expect(text()).toContain("あと45秒で");
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(text()).toContain("配信を始めています");
    await press(button("配信を取り消す"));
    await press(await inDialog("配信を取り消す"));
    await vi.waitFor(() => expect(asked).toEqual([{ path: "/api/campaigns/7/cancel", body: { push_action_id: 1 } }]));
  } finally {
    vi.useRealTimers();
  }
});

test("quiet hours say when the send goes on", async () => {
  const held = { for: "quiet_hours", until: "2026-11-20T23:00:00Z" } as const;
  const { text } = await shown({ held: "quiet_hours" }, { held });
  expect(text()).toContain("2026年11月21日 08:00に自動で再開します");
});

test("afterwards the page says who approved, refused or called off", async () => {
  const at = "2026-11-20T03:00:00Z";
  const noteOf = async (ofPush: Partial<Push>) =>
    (await mount(<Sends campaign={campaign({}, { push_status: "done", ...ofPush })} />)).text();
  expect(await noteOf({ approval: { by_name: "佐藤 花", at, void: false } })).toContain("佐藤 花");
  expect(await noteOf({ called_off: { by_name: "鈴木 一", at, refusal: "件名を直してください" } })).toContain(
    "件名を直してください",
  );
  expect(await noteOf({ called_off: { by_name: "鈴木 一", at, refusal: null } })).toContain("鈴木 一");
  expect(await noteOf({})).toBe("");
});
