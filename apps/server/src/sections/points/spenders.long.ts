import { spendersAreExact } from "./spenders.fixture.ts";

spendersAreExact(2_000);
