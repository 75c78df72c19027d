import { ledgerFollowsTheModel } from "./points-model.fixture.ts";

ledgerFollowsTheModel(2_000);
