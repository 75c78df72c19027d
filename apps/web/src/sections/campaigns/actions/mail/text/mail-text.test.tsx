// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { act, createRef, useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../../../i18n/i18n.ts";
import { mount, until } from "../../../../../test/mount.fixture.tsx";
import { editorOrPlain } from "../../../../../ui/editor-or-plain.ts";
import type { MailTextHandle } from "./editor-props.ts";
import { MailTextField } from "./MailTextField.tsx";
import { PlainText } from "./PlainText.tsx";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

let now = "";

function Editing({ start, error }: { start: string; error?: string }) {
  const [value, setValue] = useState(start);
  now = value;
  return (
    <MailTextField
      id="title"
      label="件名"
      value={value}
      onChange={setValue}
      oneLine
      lines={1}
      max={20}
      error={error}
      isOpen
      offered={["name", "rank", "member_number"]}
      loses="mail"
      onFocus={() => undefined}
    />
  );
}

const opened = async (start: string, error?: string) => {
  const page = await mount(<Editing start={start} {...(error ? { error } : {})} />);
  const content = await until(() => page.place.querySelector<HTMLElement>("[role=textbox]") ?? undefined, "the editor");
  return { ...page, content, view: EditorView.findFromDOM(content) as EditorView };
};

test("known marks are chips that go in where the cursor is and come out whole; the text keeps its marks", async () => {
  const { content, view, press, button } = await opened("{{name}}様へ {{ nmae }}");
  expect([...content.querySelectorAll(".cm-chip")].map((one) => one.textContent)).toEqual(["氏名"]);
  expect(content.querySelector(".cm-unknown")?.textContent).toBe("{{ nmae }}");
  await act(async () => view.dispatch({ selection: { anchor: 8 } }));
  await press(button("ほかの言葉を差し込む"));
  await press(
    await until(
      () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find((one) => one.textContent === "ランク"),
      "the menu",
    ),
  );
  expect(now).toBe("{{name}}{{ rank }}様へ {{ nmae }}");
  expect(content.textContent).toContain("氏名ランク様へ");
  expect(content.getAttribute("aria-label")).toBe("件名");
});

test("where a fact can be missing, what stands for it is asked beside it, and stands in the text", async () => {
  const { content, view, field, type, press, button, text } = await opened("{{ member_number }} の方へ");
  expect(text()).not.toContain("がないお客様には");
  await act(async () => {
    view.focus();
    view.dispatch({ selection: { anchor: 19 } });
  });
  expect(text()).toContain("空欄なら、そのお客様には送りません");
  await type(field("会員番号がないお客様には"), "会員");
  expect(now).toBe("{{ member_number | 会員 }} の方へ");
  expect(content.querySelector(".cm-chip")?.textContent).toBe("会員番号(なければ「会員」)");
  // What would end the mark does not come into it.
  await type(field("会員番号がないお客様には"), "会}員");
  expect(now).toBe("{{ member_number | 会員 }} の方へ");
  await type(field("会員番号がないお客様には"), "");
  expect(now).toBe("{{ member_number }} の方へ");
  // A name has words of its own for who has none.
  await act(async () => view.dispatch({ selection: { anchor: view.state.doc.length } }));
  await press(button("氏名"));
  expect([now, text().includes("がないお客様には")]).toEqual(["{{ member_number }} の方へ{{ name }}", false]);
});

test("nothing is cut: too much, and a line break in one line, are said", async () => {
  const { content, view, text } = await opened("ご案内", "件名に改行は使えません");
  expect([content.getAttribute("aria-invalid"), text().includes("件名に改行は使えません")]).toEqual(["true", true]);
  const many = `😀\n${"あ".repeat(30)}`;
  await act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: many } }));
  expect(now).toBe(many);
  expect(text()).toMatch(/文字/);
});

test("where the editor cannot be loaded, marks are typed in a plain field and put in where its cursor is", async () => {
  const { default: Plain } = await editorOrPlain(() => Promise.reject(new Error("gone")), PlainText);
  const handle = createRef<MailTextHandle>();
  const typed: string[] = [];
  const { field } = await mount(
    <Plain
      ref={handle}
      id="body"
      required
      label="本文"
      value="ご案内"
      onChange={(words) => typed.push(words)}
      oneLine={false}
      lines={3}
      wrong={false}
      describedBy="told"
      onFocus={() => undefined}
    />,
  );
  field("本文").setSelectionRange(0, 0);
  await act(async () => handle.current?.insert("{{ name }}"));
  expect(typed).toEqual(["{{ name }}ご案内"]);
});
