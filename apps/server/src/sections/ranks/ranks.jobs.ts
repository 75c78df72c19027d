import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inEveryProgramme } from "../../jobs/every-programme.ts";
import { keepRanksCurrent } from "./keep-ranks-current.ts";

/** Every night, just after midnight in Tokyo: definitions that begin, regular evaluations and ranks that ran out. */
export function rankJobs(app: App) {
  return {
    "evaluate-ranks": (_data: object, run: { signal: AbortSignal }): Promise<void> =>
      inEveryProgramme(app, run, "evaluate-ranks", (tx, accountId) =>
        keepRanksCurrent(tx, accountId, todayOf(app.clock)),
      ),
  };
}
