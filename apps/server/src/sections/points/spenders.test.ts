import { spendersAreExact } from "./spenders.fixture.ts";

spendersAreExact(300);
