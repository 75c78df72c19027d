// @vitest-environment jsdom
import { createRef } from "react";
import { beforeAll, expect, test } from "vitest";
import { startWords } from "../../../../i18n/i18n.ts";
import { mount } from "../../../../test/mount.fixture.tsx";
import { editorOrPlain } from "../../../../ui/editor-or-plain.ts";
import type { LuaEditorHandle } from "./editor-props.ts";
import { PlainEditor } from "./PlainEditor.tsx";

beforeAll(() => startWords("ja"));

test("where the editor of code cannot be loaded, a script is typed in a plain field, and mistakes lead to their places", async () => {
  const { default: Editor } = await editorOrPlain(() => Promise.reject(new Error("gone")), PlainEditor);
  const typed: string[] = [];
  const editor = createRef<LuaEditorHandle>();
  const place = { line: 2, column: 6, endLine: 2, endColumn: 14 };
  const { field, type } = await mount(
    <Editor
      ref={editor}
      value={"return stay_count\n  >= password"}
      onChange={(text) => typed.push(text)}
      remarks={[{ ...place, severity: "error", message: "" }]}
      label="対象"
      describedBy="hint"
    />,
  );
  const script = field("対象");
  expect([script.getAttribute("aria-invalid"), script.getAttribute("aria-describedby")]).toEqual(["true", "hint"]);
  editor.current?.goTo(place);
  expect([document.activeElement, script.selectionStart]).toEqual([script, 23]);
  await type(script, "stay_count >= 3");
  expect(typed).toEqual(["stay_count >= 3"]);
});

test("and where it can, it is", async () => {
  const part = { default: () => null };
  expect(await editorOrPlain(() => Promise.resolve(part), PlainEditor)).toBe(part);
});
