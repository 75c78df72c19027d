// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../../test/fake-calls.fixture.ts";
import { until } from "../../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, segment } from "../../campaigns.fixture.ts";

const CONDITIONS: SegmentTarget = {
  combinator: "and",
  rules: [{ field: "stay_count", operator: ">=", value: 3 }],
};
const ONLY_LUA = "-- よく泊まる方\nlocal n = stay_count * 2\nreturn n >= 6";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("campaigns.conditionNames", {
    names: [{ kind: "rank_details", id: 3, name: "ゴールド", in_use: true }],
  });
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.audience", ({ body }) => audienceAnswer(body.segments.map(() => ({ matched: 9 }))));
});

async function opened(target: SegmentTarget, card = "who") {
  const targetFields = "lua" in target ? { target: null, lua_script: target.lua } : { target };
  const saved = campaignOf({ type: "repeat_promotion", segments: [{ ...segment(), ...targetFields }] });
  server.answer("campaigns.get", saved);
  server.answer("campaigns.update", ({ body }) => ({ ...saved, ...body, version: 2 }));
  const page = await openProduct(`/campaigns/7/edit?card=${card}`, server);
  const see = async (view: "条件" | "Lua") => {
    const radio = await page.find<HTMLInputElement>("input[type=radio]", view);
    await act(async () => radio.click());
  };
  const content = () => page.find("[role=textbox]", "優先 1 の対象(Lua)");
  const editor = async () => EditorView.findFromDOM(await content()) as EditorView;
  return {
    ...page,
    see,
    content,
    script: async () => (await editor()).state.doc.toString(),
    write: async (script: string) => {
      const view = await editor();
      await act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: script } }));
    },
    isDirty: () => !page.text().includes("保存済み"),
    saved: async () => {
      await page.says("保存済み");
      return server.callsOf("campaigns.update").at(-1)?.body.segments[0].target;
    },
  };
}

test("conditions are seen as Lua and back again, and nothing has changed", async () => {
  const page = await opened(CONDITIONS);
  await page.see("Lua");
  expect(await page.script()).toBe("stay_count >= 3");
  await page.says("書き方に誤りはありません");
  await page.see("条件");
  await page.find("button", /^調べる項目/);
  expect(page.isDirty()).toBe(false);
  await page.see("Lua");
  await page.write("stay_count >= 4");
  expect(page.isDirty()).toBe(true);
  await page.write("stay_count >= 3");
  expect(page.isDirty()).toBe(false);
});

test("what is typed is counted and saved as it was typed, also where words could say it", async () => {
  const page = await opened(CONDITIONS);
  await page.see("Lua");
  await page.write(ONLY_LUA);
  await until(
    () => (server.callsOf("campaigns.audience").at(-1)?.body.segments[0].target.lua === ONLY_LUA ? true : undefined),
    "the script is counted",
  );
  expect(await page.saved()).toEqual({ lua: ONLY_LUA });
});

test("what is wrong is told with its place, leads there, and is not counted", async () => {
  const page = await opened({ lua: ONLY_LUA });
  const before = server.callsOf("campaigns.audience").length;
  await page.write("return stay_count >= 3\n  and (stay_count < ");
  await page.says("誤りが1件あります");
  const content = await page.content();
  expect(content.getAttribute("aria-invalid")).toBe("true");
  const [place] = page.all("button", /^2行目の\d+文字目$/);
  if (place === undefined) throw new Error("the mistake has no place");
  await act(async () => place.click());
  const view = EditorView.findFromDOM(content) as EditorView;
  expect(view.state.doc.lineAt(view.state.selection.main.head).number).toBe(2);
  expect(server.callsOf("campaigns.audience").length).toBe(before);
});

test("a script that conditions can say goes back into them, and comes back as it was written", async () => {
  const written = "return (stay_count>=4)";
  const page = await opened({ lua: written });
  await page.see("条件");
  expect((await page.find<HTMLInputElement>("field", "値")).value).toBe("4");
  await page.see("Lua");
  expect(await page.script()).toBe(written);
  expect(page.isDirty()).toBe(false);
  await page.see("条件");
  await page.type("値", "5");
  expect(await page.saved()).toEqual({ ...CONDITIONS, rules: [{ field: "stay_count", operator: ">=", value: 5 }] });
});

test("a script that was typed is shown as it was typed, also where conditions say the same", async () => {
  const saved = campaignOf({
    type: "repeat_promotion",
    segments: [{ ...segment(), target: CONDITIONS as never, lua_script: "return (stay_count>=3)" }],
  });
  server.answer("campaigns.get", saved);
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  const content = await page.find("[role=textbox]", "優先 1 の対象(Lua)");
  expect(EditorView.findFromDOM(content)?.state.doc.toString()).toBe("return (stay_count>=3)");
});

test("another one stays Lua, says why, and is discarded only after a question", async () => {
  const page = await opened(CONDITIONS);
  await page.see("Lua");
  await page.write(ONLY_LUA);
  expect(await page.saved()).toEqual({ lua: ONLY_LUA });
  await page.see("条件");
  await page.says("この書き方は条件の部品では表せません");
  expect(await page.script()).toBe(ONLY_LUA);
  await page.press("button", "Luaを破棄する");
  const asked = await page.find("dialog", "Luaで書いた条件を破棄しますか?");
  expect(asked.textContent).toContain("Luaにする前の条件1件に戻ります");
  await page.press("button", "Luaを破棄する", asked);
  expect((await page.find<HTMLInputElement>("field", "値")).value).toBe("3");
  expect(await page.saved()).toEqual(CONDITIONS);
});

test("comments would be lost: they are for the person to take away", async () => {
  const page = await opened({ lua: "stay_count >= 4 -- よく泊まる方" });
  await page.see("条件");
  await page.says("コメントを消すと、条件に戻せます");
  await page.write("stay_count >= 4");
  await page.see("条件");
  expect((await page.find<HTMLInputElement>("field", "値")).value).toBe("4");
});

test.each<[string, string, readonly string[], readonly string[]]>([
  ["all of it", "stay_count >= 4 -- よく泊まる方", ["宿泊回数: 4回以上", "Luaの条件(1行)"], ["Luaで書かれた条件"]],
  [
    "the parts that conditions can say",
    "return stay_count >= 4\n  and point_balance * 2 > stay_count\n  and has_member_number",
    ["次のすべてを満たすお客様", "宿泊回数: 4回以上", "Luaで書かれた条件", "会員番号: ある", "Luaの条件(3行)"],
    [],
  ],
  ["nothing", "point_balance * 2 > stay_count", ["Luaの条件(1行)", "point_balance * 2 > stay_count"], ["満たすお客様"]],
])("in the review a script is said in words: %s", async (_, script, sentences, unsaid) => {
  const page = await opened({ lua: script }, "review");
  for (const words of sentences) await page.says(words);
  for (const words of unsaid) expect(page.text()).not.toContain(words);
});

test("a script with mistakes does not become conditions either", async () => {
  const page = await opened({ lua: "return stay_count >=" });
  await page.see("条件");
  await page.says("書き方に誤りがあるので、条件の部品に戻せません");
  await page.press("button", "Luaを破棄する");
  expect((await page.find("dialog")).textContent).toContain("すべてのお客様が対象");
});

test("Tab is left to the page, and the field has a name and words that go with it", async () => {
  const page = await opened({ lua: ONLY_LUA });
  const content = await page.content();
  const tab = new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true });
  await act(async () => void content.dispatchEvent(tab));
  expect(tab.defaultPrevented).toBe(false);
  const hint = document.getElementById(content.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toContain("項目の名前を打ち始めると候補が出ます");
  expect(content.getAttribute("aria-multiline")).toBe("true");
});
