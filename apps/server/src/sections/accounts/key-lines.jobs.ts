import type { App } from "../../app.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { writeKeyLines } from "./key-minutes.ts";
import { writeWrongKeyLines } from "./wrong-keys.ts";

/** Every minute: what keys asked, and which were wrong, becomes lines of the audit log. */
export function keyLineJobs(app: App): Pick<JobHandlers, "write-key-lines"> {
  return {
    "write-key-lines": async () => {
      await writeKeyLines(app);
      await writeWrongKeyLines(app);
    },
  };
}
