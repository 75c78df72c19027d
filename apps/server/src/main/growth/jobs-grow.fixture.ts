import { expect } from "vitest";
import { QUEUES, type QueueName } from "../../jobs/queues.ts";
import { grownFaster, openGrowingAccount, type Planner } from "./growing-account.fixture.ts";
import { NOT_BY_GUESTS, workThrough } from "./jobs-at-size.fixture.ts";

/** Jobs that still grow faster while the planner has not looked; the product lets it look before them (main/job-handlers.ts). */
const UNSEEN: Partial<Record<QueueName, string>> = {
  "recompute-attributions":
    "a look-up by key goes through the wrong index of a table that was empty when the planner looked",
  "prove-conversions": "the same",
  "deliver-push": "tables of a few pages are read whole for each batch of mails",
  "deliver-events": "the same",
};

/** Does every job for so many guests and for four times as many, and compares each statement. */
export async function expectJobsToGrowWithGuests(guests: number, planner: Planner): Promise<void> {
  const few = await openGrowingAccount(guests, planner);
  await workThrough(few).finally(few.close);
  const many = await openGrowingAccount(4 * guests, planner);
  await workThrough(many).finally(many.close);
  // A new queue needs work here, or a reason why its work does not grow with guests.
  expect(QUEUES.filter((name) => many.touched.has(name) || name in NOT_BY_GUESTS)).toEqual(QUEUES);
  expect(grownFaster(few, many, planner === "before ANALYZE" ? UNSEEN : {})).toEqual([]);
}
