import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { texts as auth } from "./src/i18n/ja/auth.ts";
import { texts as shell } from "./src/i18n/ja/shell.ts";

/**
 * Noto Sans JP in two style sheets: `fonts:first`, the subsets that the sign-in page's own words need, and `fonts:rest`, which all
 * other pages load beside themselves. `sheet`: the file of all subsets. What these sheets weigh are the characters they name.
 */
export function fontSheets(sheet: string): Plugin {
  const folder = dirname(sheet);
  return {
    name: "okaeri-font-sheets",
    enforce: "pre",
    resolveId(source) {
      const half = /^fonts:(first|rest)$/.exec(source)?.[1];
      return half === undefined ? undefined : join(folder, `okaeri-${half}.css`);
    },
    load(id) {
      const half = /okaeri-(first|rest)\.css$/.exec(id)?.[1];
      if (half === undefined) return undefined;
      const faces = readFileSync(sheet, "utf8").match(/@font-face\s*\{[^}]*\}/g) ?? [];
      return faces.filter((face) => isOfSignIn(face) === (half === "first")).join("\n");
    },
  };
}

const { brand, language, footer, error, toast, header } = shell;
const SIGN_IN = new Set(JSON.stringify([auth, brand, language, footer, error, toast, header.login, header.logout]));

function isOfSignIn(face: string): boolean {
  const ranges = [...face.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = "", to = from]) =>
    [from, to].map((hex) => Number.parseInt(hex, 16)),
  );
  return [...SIGN_IN].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from = 0, to = 0]) => from <= code && code <= to);
  });
}
