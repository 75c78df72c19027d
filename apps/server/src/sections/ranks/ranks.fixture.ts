import type { App } from "../../app.ts";
import { rankJobs } from "./ranks.jobs.ts";

/** The nightly job on a day, minutes after midnight in Tokyo. */
export async function rankNight(app: App, day: string): Promise<void> {
  const jobs = rankJobs({ ...app, clock: { now: () => new Date(`${day}T00:05:00+09:00`) } });
  await jobs["evaluate-ranks"]({}, { signal: new AbortController().signal });
}
