import { test } from "vitest";
import { questions } from "./lists-at-size.fixture.ts";
import { expectPagesToGrowWithGuests } from "./lists-grow.fixture.ts";

// Filters that once read all rows of the account for each customer. growth.long.ts covers every list, filter and sort.

const OFTEN_SLOW = /^audience|_score=5&|facility_account_id=/;

test("lists touch at most five times the rows for four times the guests", { timeout: 600_000 }, () =>
  expectPagesToGrowWithGuests(
    250,
    "by the product",
    questions().filter(({ name }) => OFTEN_SLOW.test(name)),
  ),
);
