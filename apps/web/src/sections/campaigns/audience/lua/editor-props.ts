import type { Ref } from "react";
import type { LuaRemark } from "./remarks.ts";

export type LuaEditorHandle = { goTo: (place: { line: number; column: number }) => void };

export type LuaEditorProps = {
  ref?: Ref<LuaEditorHandle>;
  value: string;
  onChange: (text: string) => void;
  remarks: readonly LuaRemark[];
  label: string;
  describedBy: string;
};
