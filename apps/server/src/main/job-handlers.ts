import type { App } from "../app.ts";
import { refreshStatistics } from "../database/statistics.ts";
import { notingRuns } from "../jobs/clock.ts";
import type { JobHandler, JobHandlers } from "../jobs/jobs.ts";
import { onlyActive } from "../jobs/only-active.ts";
import type { QueueName } from "../jobs/queues.ts";
import { endJobs } from "../sections/accounts/announce-ends.ts";
import { keyLineJobs } from "../sections/accounts/key-lines.jobs.ts";
import { accountMailJobs } from "../sections/auth/account-mails.ts";
import { signInJobs } from "../sections/auth/clear-sign-ins.ts";
import { campaignJobs } from "../sections/campaigns/campaigns.jobs.ts";
import { conversionJobs } from "../sections/conversions/conversions.jobs.ts";
import { customerJobs } from "../sections/customers/customers.jobs.ts";
import { feedJobs } from "../sections/feeds/feeds.jobs.ts";
import { importJobs } from "../sections/imports/imports.jobs.ts";
import { followNumbers } from "../sections/imports/undo/follow-versions.queries.ts";
import { messageEventJobs } from "../sections/messaging/events/message-events.jobs.ts";
import { testJobs } from "../sections/messaging/tests/send-tests.ts";
import { pointJobs } from "../sections/points/points.jobs.ts";
import { rankJobs } from "../sections/ranks/ranks.jobs.ts";
import { rfmJobs } from "../sections/rfms/rfms.jobs.ts";
import { scoreSoon } from "../sections/rfms/score-soon.ts";
import { stayJobs } from "../sections/stays/stays.jobs.ts";
import { ACTION_KINDS } from "./action-kinds.ts";
import { backupJob } from "./back-up.ts";
import { purgeJobs } from "./purge-old-rows.ts";
import { pushHandlers } from "./push-engine.ts";

/** Which section does which job. `ownerUrl`: where this process has it, for the backup. */
export function jobHandlers(app: App, ownerUrl: string | null = null): JobHandlers {
  const handlers = {
    ...importJobs(app),
    ...feedJobs(app),
    ...keyLineJobs(app),
    ...pushHandlers(app),
    ...rfmJobs(app),
    ...rankJobs(app),
    ...accountMailJobs(app),
    ...signInJobs(app),
    ...endJobs(app),
    ...pointJobs(app),
    ...stayJobs(app),
    ...campaignJobs(app, ACTION_KINDS),
    ...testJobs(app),
    ...messageEventJobs(app),
    ...conversionJobs(app),
    ...customerJobs(app, followNumbers),
    ...backupJob(app, ownerUrl),
    ...purgeJobs(app),
  };
  const all = onlyActive(app, {
    ...handlers,
    ...refreshingAround(app, handlers),
    "import-reservations": async (data, run) => {
      await handlers["import-reservations"](data, run);
      await refreshStatistics(app.database);
      // Guests of the file have their scores at once, not only after the night; a job that is taken over adds it again (idempotent).
      await scoreSoon(app, data.account_id);
    },
  });
  return notingRuns(app, all);
}

/** Jobs that may write a large part of an account's rows at once, besides imports and sends. */
const WRITES_MUCH = [
  "score-rfm",
  "score-small-rfms",
  "evaluate-ranks",
  "settle-stays",
  "recompute-attributions",
  "pay-stays",
  "undo-import",
  "assign-member-numbers",
] as const satisfies readonly QueueName[];

/** Jobs about all guests of an account, whose rows others wrote: events of mails, feeds, people at the desk. */
const READS_MUCH = [
  ...WRITES_MUCH,
  "snapshot-recipients",
  "revoke-send",
  "process-trigger-events",
  "prove-ledgers",
  "prove-conversions",
  "recount-mails",
  "expire-points",
  "purge-old-rows",
] as const satisfies readonly QueueName[];

/**
 * The planner looks before jobs about all guests, and after those that wrote much, before anybody filters by it. Without statistics about an
 * account it expects one row of each table, and joins set to set row by row (docs/adr/0280).
 */
function refreshingAround(app: App, handlers: Pick<JobHandlers, (typeof READS_MUCH)[number]>): Partial<JobHandlers> {
  const writesMuch = new Set<QueueName>(WRITES_MUCH);
  const refreshing = READS_MUCH.map((name) => {
    const handler = handlers[name] as JobHandler<QueueName>;
    const andRefresh: JobHandler<QueueName> = async (data, run) => {
      await refreshStatistics(app.database);
      await handler(data, run);
      if (writesMuch.has(name)) await refreshStatistics(app.database);
    };
    return [name, andRefresh];
  });
  return Object.fromEntries(refreshing);
}
