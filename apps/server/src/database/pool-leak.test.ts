import { testPoolLeak } from "./pool-leak.fixture.ts";

testPoolLeak(600, 240_000);
