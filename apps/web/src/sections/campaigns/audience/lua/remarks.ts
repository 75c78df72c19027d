import { problemText } from "@okaeri/contract/problems/problems";
import type { EvaluationTime } from "@okaeri/domain/segments/as-of";
import { compileLua, type LuaProblem } from "@okaeri/domain/segments/lua/compile";
import type { Locale } from "../../../../i18n/locales.ts";

/** What is said of a place of a script. */
export type LuaRemark = Omit<LuaProblem, "code" | "params"> & { severity: "error" | "warning"; message: string };

/** What is wrong with a script or, where nothing is, what can go wrong. */
export function remarksOn(script: string, judged: EvaluationTime, language: Locale): LuaRemark[] {
  const compiled = compileLua(script, judged);
  const severity = compiled.ok ? "warning" : "error";
  return (compiled.ok ? compiled.warnings : compiled.problems).map(({ code, params, ...place }) => ({
    ...place,
    severity,
    message: problemText({ code: "lua_refused", diagnostic: { code, params } }, language),
  }));
}
