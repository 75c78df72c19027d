import { conversionsFollowTheModel } from "./conversions-model.fixture.ts";

conversionsFollowTheModel(20, 33);
