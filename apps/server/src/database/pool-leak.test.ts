import { testPoolLeak } from "./pool-leak.fixture.ts";

testPoolLeak(2_000, 240_000);
