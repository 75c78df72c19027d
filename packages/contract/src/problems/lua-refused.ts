import type { Entry, TextByLanguage } from "./entry.ts";
import { LUA } from "./lua.ts";

type Diagnostic = { code: string; params: Readonly<Record<string, string | number>> };

/** Whatever the compiler of scripts finds wrong, worded by its own table. */
export const LUA_REFUSED = {
  lua_refused: ({ diagnostic }: { diagnostic: Diagnostic }): TextByLanguage => {
    const entry = (LUA as Record<string, Entry>)[diagnostic.code];
    if (entry === undefined) throw new Error(`no words for ${diagnostic.code}`);
    return typeof entry === "function" ? entry(diagnostic.params) : entry;
  },
} as const satisfies Record<string, Entry>;
