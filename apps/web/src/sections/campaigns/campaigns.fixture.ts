import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { BY_HAND } from "@okaeri/domain/campaigns/schedule/timing";
import type { CalendarItem } from "../../parts/campaigns/runs/calendar.ts";
import type {
  Audience,
  CampaignDetail,
  NextRunsAnswer,
  Push,
  ResultRow,
  Results,
  Review,
  SegmentAudience,
} from "./campaigns.api.ts";

// A campaign and its parts as the server answers them. What a test does not say is that of a draft which nobody has sent.

type Segment = CampaignDetail["segments"][number];

/** What is not said of when an action happens: by hand. */
export const savedActions = (actions: readonly CampaignAction[]) =>
  actions.map((action) => ({ ...BY_HAND, ...action })) as Segment["actions"];

export const segment = (actions: readonly CampaignAction[] = []): Segment => ({
  id: 5,
  priority_seq: 1,
  name: "",
  target: { combinator: "and", rules: [] },
  benefits_to_reached: true,
  target_count: null,
  lua_script: "",
  actions: savedActions(actions),
});

export const campaignOf = (overrides: Partial<CampaignDetail> = {}): CampaignDetail => ({
  id: 7,
  version: 1,
  name: "秋の便り",
  type: "customer_service",
  preset_type: null,
  status: "inactive",
  sending: false,
  campaign_start_dt: null,
  campaign_end_dt: null,
  purpose: "marketing",
  priority: 5,
  control_rate: 0,
  action_types: [],
  held: null,
  last_sent_at: null,
  figures: null,
  attributed: null,
  paid_guests: 0,
  points_granted: 0,
  points_reversed: 0,
  next_run: null,
  updated_at: "2026-11-20T03:00:00Z",
  page_actions: ["read", "edit"],
  commands: ["edit"],
  control_count: 0,
  pushes: [],
  next_runs: [],
  omitted_runs: [],
  missed: [],
  // Of its sends; a trigger's are over before its page shows them.
  totals: (overrides.pushes ?? []).map(({ type, targets, waiting, sent, skipped, failed, unknown }) => ({
    type,
    targets,
    waiting,
    sent,
    skipped,
    failed,
    unknown,
  })),
  returnable: [],
  stay_payments: [],
  revocations: [],
  preset_text: null,
  missing: [],
  segments: [segment()],
  automatic: false,
  ...overrides,
});

export const calendarItem = (overrides: Partial<CalendarItem> = {}): CalendarItem => ({
  campaign_id: 7,
  campaign_name: "秋の便り",
  action_id: 1,
  action_type: "mail",
  segment_id: 5,
  at: "2026-11-26T01:00:00.000Z",
  planned_at: overrides.at ?? "2026-11-26T01:00:00.000Z",
  kind: "schedule",
  count: 120,
  reason: null,
  omitted: false,
  trigger: null,
  basis: null,
  quiet: false,
  ...overrides,
});

export const pushOf = (overrides: Partial<Push> = {}): Push => ({
  id: 1,
  campaign_action_id: 1,
  type: "mail",
  priority_seq: 1,
  push_status: "doing",
  stop_requested: false,
  stop_reason: null,
  push_scheduled_time: "2026-11-21T00:00:00.000Z",
  push_sent_time: null,
  mail_api_id: null,
  targets: 0,
  waiting: 0,
  sent: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
  points_granted: 0,
  points_reversed: 0,
  held: null,
  is_canary: false,
  is_revocable: false,
  approval: null,
  called_off: null,
  ...overrides,
});

const NO_REASONS = {
  no_message: 0,
  once_per: 0,
  no_consent: 0,
  no_address: 0,
  bounced: 0,
  opted_out: 0,
  class_refused: 0,
  paused: 0,
  capped: 0,
  standing_control: 0,
  control_group: 0,
  no_coupon: 0,
};

/** A count of an audience: each segment with the figures it is given, everybody at all other steps. */
export function audienceAnswer(
  segments: (Omit<Partial<SegmentAudience>, "reasons"> & { reasons?: Partial<SegmentAudience["reasons"]> })[],
): Audience {
  const counted = segments.map(({ reasons, ...overrides }): SegmentAudience => {
    const people = overrides.not_earlier ?? overrides.matched ?? 0;
    const steps = {
      not_earlier: people,
      consented: people,
      reachable: people,
      not_capped: people,
      not_control: people,
      will_receive: people,
    };
    const rest = { matched: people, taken_by: [], short: 0, benefits_for: people, points_only: 0 };
    return {
      ...rest,
      ...steps,
      examples: [],
      coupons: null,
      coupons_lacking: 0,
      ...overrides,
      reasons: { ...NO_REASONS, ...reasons },
    };
  });
  const sum = (figure: (one: SegmentAudience) => number) => counted.reduce((total, one) => total + figure(one), 0);
  return {
    segments: counted,
    all: {
      matched: sum((one) => one.matched),
      not_earlier: sum((one) => one.not_earlier),
      consented: sum((one) => one.consented),
      reachable: sum((one) => one.reachable),
      not_capped: sum((one) => one.not_capped),
      not_control: sum((one) => one.not_control),
      will_receive: sum((one) => one.will_receive),
      taken_by: counted.flatMap((one) => one.taken_by),
      reasons: Object.fromEntries(
        Object.keys(NO_REASONS).map((key) => [key, sum(({ reasons }) => reasons[key as keyof typeof reasons])]),
      ) as Audience["all"]["reasons"],
      short: sum((one) => one.short),
      benefits_for: sum((one) => one.benefits_for),
      points_only: sum((one) => one.points_only),
    },
    milliseconds: 1,
  };
}

/** What a campaign comes to; everything that is not said is nothing. */
export const reviewAnswer = (overrides: Partial<Omit<Review, "audience">> & { audience?: Audience } = {}): Review => {
  const { audience = audienceAnswer([{}]), ...rest } = overrides;
  const holds = { approval: false, grace_seconds: null, quiet_until: null };
  return { version: 1, estimates: [], sender: null, holds, cautions: [], ...rest, audience };
};

const NO_RESULTS: Results["total"] = {
  sent: 0,
  delivered: 0,
  opened: 0,
  machine_opened: 0,
  clicked: 0,
  unsubscribed: 0,
  clicks: 0,
  reserved: 0,
  reserved_price: 0,
  transacted: 0,
  use_price: 0,
  points: 0,
  points_used: 0,
  coupons_given: 0,
  coupons_used: 0,
  cost: 0,
};

/** A row of the results; what is not said is 0. */
export const resultRow = (key: ResultRow["key"], overrides: Partial<ResultRow> = {}): ResultRow => ({
  ...NO_RESULTS,
  key,
  name: null,
  type: null,
  priority_seq: null,
  variant: null,
  ...overrides,
});

/** What came of a campaign; what is not said is nothing. */
export const resultsAnswer = (
  total: Partial<Results["total"]> = {},
  overrides: Partial<Omit<Results, "total">> = {},
): Results => ({
  from: "2026-11-01",
  to: "2026-11-20",
  sends: [],
  rows: [],
  lift: null,
  standing_lift: null,
  ...overrides,
  total: { ...NO_RESULTS, ...total },
});

/** When a schedule comes next. */
export const nextRunsAnswer = (moments: readonly string[]): NextRunsAnswer => ({
  runs: moments.map((at) => ({ at, weekday: new Date(at).getUTCDay(), holiday: null, quiet: false })),
  quiet_hours: { from: "21:00", until: "08:00" },
  problem: null,
});
