import { triggersFollowTheModel } from "./triggers-model.fixture.ts";

triggersFollowTheModel(300, Date.now() % 1_000_000, 20);
