import { pointsFollowFromStays } from "./points-from-stays.fixture.ts";

pointsFollowFromStays(5);
