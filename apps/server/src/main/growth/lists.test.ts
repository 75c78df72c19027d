import { test } from "vitest";
import { PLANNERS } from "./growing-account.fixture.ts";
import { questions } from "./lists-at-size.fixture.ts";
import { expectPagesToGrowWithGuests } from "./lists-grow.fixture.ts";

// Pages of lists, the count of an audience and the reports grow with their guests, not with their square, right after an import and scoring.

/** Each third question, another third for each planner; growth.long.ts asks all. */
const SHARE = 3;

test.each(PLANNERS)("lists touch at most five times the rows for four times the guests, %s", (planner) => {
  const asked = questions().filter(({ isAlways }, at) => isAlways || (at + PLANNERS.indexOf(planner)) % SHARE === 0);
  return expectPagesToGrowWithGuests(125, planner, asked);
});
