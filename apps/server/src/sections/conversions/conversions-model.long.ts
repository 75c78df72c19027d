import { conversionsFollowTheModel } from "./conversions-model.fixture.ts";

conversionsFollowTheModel(400, Date.now() % 1_000_000, 20);
