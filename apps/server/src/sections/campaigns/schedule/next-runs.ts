import type { nextRunsAnswer, nextRunsQuestion } from "@okaeri/contract/campaigns/schedule/runs";
import { problemText } from "@okaeri/contract/problems/problems";
import { dayOfWeek, todayInTokyo } from "@okaeri/domain/calendar-date";
import { checkSchedule, neverAfter, nextRuns, type ScheduleProblem } from "@okaeri/domain/campaigns/schedule/schedule";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { holidayName } from "@okaeri/domain/japanese-holidays";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";

type Question = z.infer<typeof nextRunsQuestion>;
type Answer = z.infer<typeof nextRunsAnswer>;

/** When a schedule comes, as it is typed; or why it does not. */
export async function tellNextRuns(
  tx: Tx,
  accountId: number,
  { schedule: fields, after: asked, count }: Question,
  { now, language }: { now: Date; language: LanguageCode },
): Promise<Answer> {
  const after = asked === undefined ? now : new Date(asked);
  const read = checkSchedule(fields);
  const { quiet } = await sendRulesOf(tx, accountId);
  if (!read.ok) return { runs: [], quiet_hours: quiet, problem: problemOf(read.problems[0], language) };
  const never = neverAfter(read.schedule, after);
  if (never !== null)
    return { runs: [], quiet_hours: quiet, problem: problemOf({ field: never, code: "never" }, language) };
  const runs = nextRuns(read.schedule, after, count).map((at) => {
    const day = todayInTokyo(at);
    return {
      at: at.toISOString(),
      weekday: dayOfWeek(day),
      holiday: holidayName(day, language),
      quiet: quietUntil(quiet, at) !== null,
    };
  });
  return { runs, quiet_hours: quiet, problem: null };
}

function problemOf(problem: ScheduleProblem | undefined, language: LanguageCode): Answer["problem"] {
  if (!problem) return null;
  const code = problem.code === "never" ? "never" : "invalid";
  return { code, field: problem.field, message: problemText(problem, language) };
}
