import { expect, test } from "vitest";
import { campaignState } from "./campaign-state.ts";
import type { CampaignDetail } from "./campaigns.api.ts";
import { campaignOf } from "./campaigns.fixture.ts";

const state = (overrides: Partial<CampaignDetail>) => campaignState(campaignOf(overrides), "2026-11-20");
const sent = { last_sent_at: "2026-11-01T01:00:00Z" };

test("what runs by itself is said to, to rest, or to be over; what a person sends has been sent or is stopped", () => {
  const automatic = { automatic: true };
  expect(state({ ...automatic, status: "active" })).toBe("automatic");
  expect(state({ ...automatic, status: "active", campaign_start_dt: "2026-12-01" })).toBe("upcoming");
  expect(state({ ...automatic, status: "active", campaign_end_dt: "2026-11-19" })).toBe("over");
  expect(state({ ...automatic, status: "active", sending: true })).toBe("sending");
  expect(state({ ...automatic, status: "active", sending: true, held: "approval" })).toBe("approval");
  expect(state({ ...automatic, status: "stopped" })).toBe("paused");
  expect(state({ ...automatic, ...sent, status: "inactive" })).toBe("over");
  expect(state({ ...automatic, status: "inactive" })).toBe("draft");
  expect(state({ ...sent, status: "inactive" })).toBe("sent");
  expect(state({ status: "stopped" })).toBe("stopped");
});
