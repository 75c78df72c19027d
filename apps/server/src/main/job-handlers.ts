import type { App } from "../app.ts";
import type { JobHandlers } from "../jobs/jobs.ts";
import { accountMailJobs } from "../sections/auth/account-mails.ts";
import { campaignJobs } from "../sections/campaigns/campaigns.jobs.ts";
import { importJobs } from "../sections/imports/imports.jobs.ts";
import { pointJobs } from "../sections/points/points.jobs.ts";
import { rfmJobs } from "../sections/rfms/rfms.jobs.ts";

/** Which section does which job. */
export function jobHandlers(app: App): JobHandlers {
  return { ...importJobs(app), ...campaignJobs(app), ...rfmJobs(app), ...accountMailJobs(app), ...pointJobs(app) };
}
