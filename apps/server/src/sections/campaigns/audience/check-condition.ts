import type { checkedCondition, conditionQuestion } from "@okaeri/contract/campaigns/audience/condition";
import type { Language } from "@okaeri/contract/errors";
import { problemText } from "@okaeri/contract/problems/problems";
import type { CampaignType } from "@okaeri/domain/enumerations";
import type { EvaluationTime } from "@okaeri/domain/segments/as-of";
import { compileLua, type LuaProblem } from "@okaeri/domain/segments/lua/compile";
import { parseTarget, type TargetProblem } from "@okaeri/domain/segments/target";
import type { z } from "zod";

type Checked = z.output<typeof checkedCondition>;
type Question = z.output<typeof conditionQuestion>;

/** What a target says, in Lua and as conditions where these say the same, or what is refused in it. What is wrong is an answer. */
export function checkCondition({ target, type }: Question, language: Language): Checked {
  const script = "lua" in target ? target.lua : null;
  const judged = JUDGED[type];
  const parsed = parseTarget(target, judged);
  if (!parsed.ok) {
    const problems = parsed.errors.map((problem) => problemOf(problem, language));
    return { lua_script: script, target: null, problems, warnings: [] };
  }
  const compiled = script === null ? null : compileLua(script, judged);
  const warnings = compiled?.ok ? compiled.warnings.map((one) => warningOf(one, language)) : [];
  const tree = parsed.target.tree as Checked["target"];
  return { lua_script: parsed.target.lua, target: tree, problems: [], warnings };
}

/** What campaigns of a type may ask at most: those around a stay, also its reservation. */
const JUDGED: Record<CampaignType, EvaluationTime> = {
  basic: "evening",
  customer_service: "occasion",
  repeat_promotion: "occasion",
};

function problemOf(problem: TargetProblem, language: Language): Checked["problems"][number] {
  const { path } = problem;
  if (problem.code !== "lua_refused")
    return { line: null, column: null, code: problem.code, message: problemText(problem, language), path };
  const { diagnostic, at } = problem;
  return { line: at.line, column: at.character, code: diagnostic.code, message: problemText(problem, language), path };
}

const warningOf = ({ line, column, code, params }: LuaProblem, language: Language) => ({
  line,
  column,
  code,
  message: problemText({ code: "lua_refused", diagnostic: { code, params } }, language),
  path: "",
});
