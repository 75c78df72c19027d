import { test } from "vitest";
import { expectJobsToGrowWithGuests } from "./jobs-grow.fixture.ts";

// Work grows with its guests, not with their square, also for an account that the planner has not seen yet. growth.long.ts asks for more
// guests, and after the planner has looked.

test("jobs touch at most five times the rows for four times the guests", { timeout: 600_000 }, () =>
  expectJobsToGrowWithGuests(125, "before ANALYZE"),
);
