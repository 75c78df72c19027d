import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { parseCondition } from "@okaeri/domain/segments/condition";
import { toLua } from "@okaeri/domain/segments/lua";
import { compileLua } from "@okaeri/domain/segments/lua/compile";
import { treeOfForm } from "@okaeri/domain/segments/lua/tree-of-form";
import { useRef, useState } from "react";
import { campaignDocumentOf, type DraftSegment, withSegment } from "../../editor/draft.ts";
import { useEditor } from "../../editor/editor-context.ts";
import { fromTarget, toTarget } from "../target-tree.ts";

type View = "conditions" | "lua";

export type ScriptEditorState = {
  view: View;
  /** Shows the one or the other; what is shown changes nothing of the segment. */
  see: (view: View) => void;
  /** Undefined while the conditions are not all filled in. */
  text: string | undefined;
  type: (text: string) => void;
  /** Why it cannot be shown as conditions, since that was asked for. */
  stays: "wrong" | "comments" | "only_lua" | undefined;
  /** How many conditions come back when the script is discarded. */
  conditionsBehind: number;
  discard: () => void;
};

/**
 * A segment's conditions as a script and back. Its text is the conditions' own until another one is typed; a text that conditions can
 * say becomes conditions when they are looked at, and comes back as it was typed if nothing of them is changed.
 */
export function useScript(segment: DraftSegment, index: number): ScriptEditorState {
  const { draft, change } = useEditor();
  const [seesLua, setSeesLua] = useState(false);
  const [refused, setRefused] = useState<{ text: string; stays: NonNullable<ScriptEditorState["stays"]> }>();
  const left = useRef<{ text: string; conditions: string }>(undefined);
  const { target, lua } = segment;
  const own = ownText(target);
  const set = (next: (old: DraftSegment) => DraftSegment) => change((before) => withSegment(before, index, next));
  const see = (view: View) => {
    if (view === "lua") {
      setSeesLua(true);
      const typed = left.current;
      if (lua === undefined && typed?.conditions === textOf(target)) set((old) => ({ ...old, lua: typed.text }));
    } else if (lua === undefined) setSeesLua(false);
    else {
      const compiled = compileLua(lua, judgedIn(campaignDocumentOf(draft)));
      if (!compiled.ok) setRefused({ text: lua, stays: "wrong" });
      else if (compiled.tree === null)
        setRefused({ text: lua, stays: treeOfForm(compiled.form) && /--/.test(lua) ? "comments" : "only_lua" });
      else {
        const conditions = fromTarget(compiled.tree as ConditionInput);
        left.current = { text: lua, conditions: textOf(conditions) };
        setSeesLua(false);
        set((old) => ({ ...withoutScript(old), target: conditions }));
      }
    }
  };
  return {
    view: seesLua || lua !== undefined ? "lua" : "conditions",
    see,
    text: lua ?? own,
    type: (text) => {
      if (text === (lua ?? own)) return;
      setSeesLua(true);
      set((old) => (text === ownText(old.target) ? withoutScript(old) : { ...old, lua: text }));
    },
    stays: refused !== undefined && refused.text === lua ? refused.stays : undefined,
    conditionsBehind: target.rules.length,
    discard: () => {
      setSeesLua(false);
      set(withoutScript);
    },
  };
}

const textOf = (target: DraftSegment["target"]) => JSON.stringify(toTarget(target));

function ownText(target: DraftSegment["target"]): string | undefined {
  const parsed = parseCondition(toTarget(target));
  return parsed.ok ? toLua(parsed.tree) : undefined;
}

function withoutScript({ lua: _, ...conditions }: DraftSegment): DraftSegment {
  return conditions;
}
