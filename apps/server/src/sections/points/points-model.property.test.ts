import { ledgerFollowsTheModel } from "./points-model.fixture.ts";

ledgerFollowsTheModel(100);
