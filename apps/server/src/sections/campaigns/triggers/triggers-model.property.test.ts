import { triggersFollowTheModel } from "./triggers-model.fixture.ts";

triggersFollowTheModel(3, 31);
