import type { CampaignDetail, Push } from "./campaigns.api.ts";

// A campaign and its parts as the server answers them. What a test does not say is that of a draft which nobody has sent.

type Segment = CampaignDetail["segments"][number];

export const segment = (actions: Segment["actions"] = []): Segment => ({
  id: 5,
  priority_seq: 1,
  target: { combinator: "and", rules: [] },
  target_count: null,
  lua_script: "",
  actions,
});

export const campaignOf = (said: Partial<CampaignDetail> = {}): CampaignDetail => ({
  id: 7,
  version: 1,
  name: "秋の便り",
  type: "customer_service",
  status: "inactive",
  sending: false,
  campaign_start_dt: null,
  campaign_end_dt: null,
  action_types: [],
  held: null,
  last_sent_at: null,
  recipients: 0,
  points_granted: 0,
  points_reversed: 0,
  updated_at: "2026-11-20T03:00:00Z",
  page_actions: ["read", "edit"],
  commands: ["edit"],
  pushes: [],
  totals: [],
  returnable: [],
  stay_payments: [],
  take_backs: [],
  missing: [],
  segments: [segment()],
  ...said,
});

export const pushOf = (said: Partial<Push> = {}): Push => ({
  id: 1,
  campaign_action_id: 1,
  type: "mail",
  priority_seq: 1,
  push_status: "doing",
  stop_requested: false,
  stop_reason: null,
  push_scheduled_time: "2026-11-21T00:00:00.000Z",
  push_sent_time: null,
  targets: 0,
  waiting: 0,
  sent: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
  points_granted: 0,
  points_reversed: 0,
  held: null,
  first_wave: false,
  can_be_taken_back: false,
  approval: null,
  called_off: null,
  ...said,
});
