// @vitest-environment jsdom

import { EditorView } from "@codemirror/view";
import type { MailDetail, MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { blankMail, MAX_BLOCKS } from "@okaeri/domain/messaging/mail-blocks";
import { act, useCallback, useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../../i18n/i18n.ts";
import { mount, until } from "../../../../test/mount.fixture.tsx";
import { sentMail } from "./blocks/block-edits.ts";
import { MailEditor } from "./MailEditor.tsx";
import type { BlockConditionComponents } from "./mail-editing.ts";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

let now: MailDetail;
let drawn = 0;

function Editing({ start, wrong = {} }: { start: Partial<MailDetail>; wrong?: Record<string, string> }) {
  const [mail, setMail] = useState<MailDetail>({ ...blankMail(), ...start });
  now = mail;
  const change = useCallback((recipe: (mail: MailDetail) => MailDetail) => setMail(recipe), []);
  return (
    <MailEditor
      mail={mail}
      path="mail"
      change={change}
      field={(path) => ({ id: `mail-${path.replaceAll(".", "-")}`, error: wrong[path] })}
      rule={() => ({})}
      offered={["name", "rank"]}
      conditions={CONDITIONS}
    />
  );
}
const CONDITIONS: BlockConditionComponents = {
  Builder: ({ target, path, onChange }) => (
    <button type="button" onClick={() => onChange({ ...target, rules: [RULE] } as never)}>
      {path}
    </button>
  ),
  Words: () => {
    drawn += 1;
    return "ランクがゴールド";
  },
};
const RULE = { field: "rank_id", operator: "in", value: [1] };

const block = (seq: number, overrides: Partial<MailDetailBlock>): MailDetailBlock => ({
  seq,
  kind: "text",
  text: "",
  label: "",
  url: "",
  image: null,
  alt: "",
  target: null,
  ...overrides,
});
const open = async (start: Partial<MailDetail> = {}, wrong?: Record<string, string>) => {
  const page = await mount(<Editing start={start} {...(wrong ? { wrong } : {})} />);
  const rows = () => [...page.place.querySelectorAll<HTMLElement>("[role=group][data-chosen]")];
  const editor = (label: string) =>
    until(
      () => page.place.querySelector<HTMLElement>(`[role=textbox][aria-label="${label}"]`) ?? undefined,
      `the field ${label}`,
    );
  const write = async (label: string, words: string) => {
    const view = EditorView.findFromDOM(await editor(label)) as EditorView;
    await act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } }));
  };
  const choose = async (at: number) =>
    page.press(rows()[at]?.querySelector("button:not([aria-roledescription])") as HTMLElement);
  const pick = async (name: string) =>
    page.press(
      await until(
        // A menu that is closing stands there yet: the newest one is last.
        () =>
          [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].findLast((one) => one.textContent === name),
        `${name} in the menu`,
      ),
    );
  const kinds = () => now.blocks.map(({ kind }) => kind);
  return { ...page, rows, editor, write, choose, pick, kinds };
};

test("a text becomes the first block as soon as a block is added; each kind is added by a press, and the new one is written at once", async () => {
  const page = await open();
  await page.write("本文", "いつもありがとうございます。");
  expect(sentMail(now)).toMatchObject({ body: "いつもありがとうございます。", blocks: [] });
  await page.press(page.button("見出し"));
  expect([now.body, page.kinds()]).toEqual(["", ["text", "heading"]]);
  expect(now.blocks[0]?.text).toBe("いつもありがとうございます。");
  const heading = await page.editor("見出し");
  await until(() => (document.activeElement === heading ? true : undefined), "the cursor is in the new block");
  await page.write("見出し", "お待ちしています");
  await page.press(page.button("ほかのブロック"));
  await page.pick("区切り線");
  await page.press(page.button("ボタン"));
  await page.write("ボタンの言葉", "予約する");
  await page.type(page.field("リンク先"), "https://hotel.example/");
  // Only the chosen one has a frame and what can be put in.
  expect(page.rows().map((row) => row.dataset.chosen)).toEqual(["false", "false", "false", "true"]);
  expect([...page.place.querySelectorAll("legend")].map((one) => one.textContent)).toEqual(["差し込む"]);
  expect(sentMail(now).blocks.map(({ seq, kind, text, label, url }) => [seq, kind, text || label, url])).toEqual([
    [1, "text", "いつもありがとうございます。", ""],
    [2, "heading", "お待ちしています", ""],
    [3, "divider", "", ""],
    [4, "url", "予約する", "https://hotel.example/"],
  ]);
  // Beneath any block.
  await page.choose(0);
  await page.press(page.button("この下に加える"));
  // Its menu has every kind; the one beneath all blocks, which is closing, has the rarer ones.
  const all = () => [...document.querySelectorAll("[role=menuitem]")].some((one) => one.textContent === "見出し");
  await until(() => (all() ? true : undefined), "the menu of the block");
  await page.pick("ポイント");
  expect(page.kinds()).toEqual(["text", "points", "heading", "divider", "url"]);
});

test("blocks are moved by keys and buttons, duplicated, and come back where they were deleted", async () => {
  const page = await open({
    blocks: [block(1, { kind: "heading", text: "一" }), block(2, { text: "二" }), block(3, { kind: "divider" })],
  });
  const texts = () => sentMail(now).blocks.map(({ kind, text }) => text || kind);
  const handle = page.button("1番目の見出しを並べ替える");
  handle.focus();
  await page.key(handle, { key: "ArrowDown", altKey: true });
  expect(texts()).toEqual(["二", "一", "divider"]);
  await until(
    () => (document.activeElement?.getAttribute("aria-label") === "2番目の見出しを並べ替える" ? true : undefined),
    "the handle",
  );
  expect(page.text()).toContain("2番目に置きました");
  await page.choose(2);
  expect(page.button("下へ移動する").disabled).toBe(true);
  await page.press(page.button("上へ移動する"));
  expect(texts()).toEqual(["二", "divider", "一"]);

  await page.choose(0);
  await page.press(page.button("複製する"));
  expect(texts()).toEqual(["二", "二", "divider", "一"]);
  await page.write("文章", "三");
  expect(texts()).toEqual(["二", "三", "divider", "一"]);

  await page.press(page.button("削除する"));
  expect([texts(), page.text().includes("文章を削除しました")]).toEqual([["二", "divider", "一"], true]);
  await until(() => (document.activeElement?.textContent === "元に戻す" ? true : undefined), "the focus is on undo");
  await page.press(page.button("元に戻す"));
  expect([texts(), page.text().includes("削除しました")]).toEqual([["二", "三", "divider", "一"], false]);
});

test("a block is for some guests only, and says so when it is closed; its conditions come back when they are switched on again", async () => {
  const page = await open({ blocks: [block(1, { text: "ゴールドの方へ" })] });
  await page.choose(0);
  await page.press(page.place.querySelector("input[role=switch]") as HTMLElement);
  // Conditions that ask nothing mean everybody.
  expect([now.blocks[0]?.target, sentMail(now).blocks[0]?.target]).toEqual([{ combinator: "and", rules: [] }, null]);
  await page.press(page.button("mail.blocks.0.target"));
  const target = { combinator: "and", rules: [RULE] };
  expect(sentMail(now).blocks[0]?.target).toEqual(target);
  await page.press(page.place.querySelector("input[role=switch]") as HTMLElement);
  expect(now.blocks[0]?.target).toBe(null);
  await page.press(page.place.querySelector("input[role=switch]") as HTMLElement);
  expect(now.blocks[0]?.target).toEqual(target);
  await page.press(page.button("見出し"));
  expect(page.rows()[0]?.textContent).toContain("この条件のお客様だけランクがゴールド");
});

test("what is wrong is told at the closed block and at its field, and who is led to the block stands in its field", async () => {
  const wrong = { "blocks.1.url": "リンク先を入力してください" };
  const page = await open({ blocks: [block(1, { text: "一" }), block(2, { kind: "url", label: "予約" })] }, wrong);
  expect(page.rows().map((row) => [row.dataset.wrong, row.textContent?.includes("リンク先を入力")])).toEqual([
    ["false", false],
    ["true", true],
  ]);
  await act(async () => document.getElementById("mail-blocks-1")?.focus());
  const url = page.field("リンク先");
  expect([url.id, url.getAttribute("aria-invalid"), page.described(url)]).toEqual([
    "mail-blocks-1-url",
    "true",
    expect.stringContaining("リンク先を入力してください"),
  ]);
});

test("a hundred blocks stay light: a key draws the block that is written alone, and no more can be added", async () => {
  const target = { combinator: "and" as const, rules: [RULE] };
  const page = await open({
    blocks: Array.from({ length: MAX_BLOCKS }, (_, at) => block(at + 1, { text: `文章${at}`, target })),
  });
  expect(page.text()).toContain("ブロックは100個までです");
  await page.choose(0);
  await page.editor("文章");
  const before = drawn;
  await page.write("文章", "書き直し");
  expect([now.blocks[0]?.text, now.blocks.length]).toEqual(["書き直し", MAX_BLOCKS]);
  expect(drawn - before).toBe(0);
  expect(page.button("複製する").disabled).toBe(true);
  expect(page.place.querySelectorAll("[role=textbox]").length).toBe(3);
});

test("a new image block asks for no picture and complains of none before one is chosen", async () => {
  const page = await open();
  await page.press(page.button("画像"));
  await until(() => page.place.querySelector("input[type=file]") ?? undefined, "the place for the picture");
  expect(page.kinds()).toEqual(["image"]);
  await page.press(page.button("ボタン"));
  expect(page.kinds()).toEqual(["image", "url"]);
  // Chosen or not, it shows no picture, which the browser would ask the server for.
  for (const at of [0, 1]) {
    await page.choose(at);
    expect([...page.place.querySelectorAll("img")].map((one) => one.getAttribute("src"))).toEqual([]);
    expect(page.place.querySelector("[role=alert]")).toBeNull();
  }
});
