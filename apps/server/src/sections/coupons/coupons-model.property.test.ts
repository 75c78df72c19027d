import { couponsFollowTheModel } from "./coupons-model.fixture.ts";

couponsFollowTheModel(100);
