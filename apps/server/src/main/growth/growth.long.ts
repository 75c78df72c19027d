import { test } from "vitest";
import { PLANNERS } from "./growing-account.fixture.ts";
import { expectJobsToGrowWithGuests } from "./jobs-grow.fixture.ts";
import { questions } from "./lists-at-size.fixture.ts";
import { expectPagesToGrowWithGuests } from "./lists-grow.fixture.ts";

// The jobs of jobs.test.ts for 2,000 guests, and every filter, sort and page of the lists.

const GUESTS = 500;

test.each(PLANNERS)("jobs, %s", (planner) => expectJobsToGrowWithGuests(GUESTS, planner));

test.each(PLANNERS)("lists, %s", (planner) => expectPagesToGrowWithGuests(GUESTS, planner, questions()));
