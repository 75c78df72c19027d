import { test } from "vitest";
import { questions } from "./lists-at-size.fixture.ts";
import { expectPagesToGrowWithGuests } from "./lists-grow.fixture.ts";

// Pages of lists, the count of an audience and the reports grow with their guests, not with their square, right after an import and scoring.

/** Each tenth question; growth.long.ts asks all, for more guests, and after the planner has looked. */
const SHARE = 10;

test("lists touch at most five times the rows for four times the guests", { timeout: 600_000 }, () =>
  expectPagesToGrowWithGuests(
    125,
    "before ANALYZE",
    questions().filter(({ isAlways }, at) => isAlways || at % SHARE === 0),
  ),
);
