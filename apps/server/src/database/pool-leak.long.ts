import { testPoolLeak } from "./pool-leak.fixture.ts";

// The number the promise names; every day's run makes do with a fifth of it.
testPoolLeak(10_000, 1_200_000);
