import { test } from "vitest";
import { expectJobsToGrowWithGuests } from "./jobs-grow.fixture.ts";
import { questions } from "./lists-at-size.fixture.ts";
import { expectPagesToGrowWithGuests } from "./lists-grow.fixture.ts";

// The jobs of jobs.test.ts for 2,000 guests, and every filter, sort and page of the lists.

const GUESTS = 500;

test.each(["before ANALYZE", "after ANALYZE"] as const)("jobs, %s", (planner) =>
  expectJobsToGrowWithGuests(GUESTS, planner),
);

// Before any ANALYZE a filter may read the square of an account's rows. The product looks again after 2,000 changed rows at the latest, so
// that this ends at a second's work.
test.each(["by the product", "after ANALYZE"] as const)("lists, %s", (planner) =>
  expectPagesToGrowWithGuests(GUESTS, planner, questions()),
);
