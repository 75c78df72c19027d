import type { ComponentType } from "react";
import type { LuaEditorProps } from "./editor-props.ts";
import { PlainEditor } from "./PlainEditor.tsx";

type Part = { default: ComponentType<LuaEditorProps> };

/** The editor of code, or a plain field where it cannot be loaded: a page with a half-written campaign must not go away for it. */
export async function editorOrPlain(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    return { default: PlainEditor };
  }
}
