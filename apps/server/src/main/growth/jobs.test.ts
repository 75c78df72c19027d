import { test } from "vitest";
import { PLANNERS } from "./growing-account.fixture.ts";
import { expectJobsToGrowWithGuests } from "./jobs-grow.fixture.ts";

// Work grows with its guests, not with their square, also for an account that the planner has not seen yet.

test.each(PLANNERS)("jobs touch at most five times the rows for four times the guests, %s", (planner) =>
  expectJobsToGrowWithGuests(125, planner),
);
