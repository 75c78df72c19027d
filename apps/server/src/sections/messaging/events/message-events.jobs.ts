import { addDays } from "@okaeri/domain/calendar-date";
import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import { withoutLoops } from "../../../database/without-loops.ts";
import { inEveryProgramme, type JobRun } from "../../../jobs/every-programme.ts";
import type { JobHandlers } from "../../../jobs/jobs.ts";
import { recountReactions } from "../../pushes/keep-reactions.ts";
import { outcomesOfPushes } from "./delivery-outcomes.ts";
import { recountMailDays } from "./recount-mail-days.ts";

/** Providers tell of events for days; what is older than this changes no more. */
const DAYS = 35;

export function messageEventJobs(app: App): Pick<JobHandlers, "recount-mails"> {
  return {
    "recount-mails": (_data: object, run: JobRun): Promise<void> =>
      inEveryProgramme(app, run, "recount-mails", async (tx, accountId) => {
        const since = addDays(todayOf(app.clock), -DAYS);
        const sends = await withoutLoops(tx, () => recountReactions(tx, accountId, since, outcomesOfPushes(accountId)));
        const wrong = await recountMailDays(tx, accountId, since);
        if (sends.length > 0)
          app.log.warn(
            { event: "sends.recounted", account: accountId, sends: sends.length },
            "what became of messages was counted anew",
          );
        if (wrong.length > 0)
          app.log.warn(
            { event: "mails.recounted", account: accountId, days: wrong.length },
            "days of mails were counted anew",
          );
      }),
  };
}
