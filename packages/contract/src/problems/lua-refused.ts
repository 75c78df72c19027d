import type { Entry, TextByLanguage } from "./entry.ts";
import { LUA } from "./lua.ts";

type Said = { code: string; params: Readonly<Record<string, string | number>> };

/** Whatever the compiler of scripts finds wrong, worded by its own table. */
export const LUA_REFUSED = {
  lua_refused: ({ said }: { said: Said }): TextByLanguage => {
    const entry = (LUA as Record<string, Entry>)[said.code];
    if (entry === undefined) throw new Error(`no words for ${said.code}`);
    return typeof entry === "function" ? entry(said.params) : entry;
  },
} as const satisfies Record<string, Entry>;
