import type { CampaignAction, CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { EVERYBODY, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { queueDueCampaigns } from "./due-campaigns.ts";
import { runCampaign } from "./run-campaign.ts";

const AT_TEN: ScheduleFields = { minute: "0", hour: "10", day_of_month: "*", month: "*", day_of_week: "*", year: "*" };
type Once = NonNullable<CampaignAction["schedule_once"]>;

/** The action by a schedule: daily at ten in Japan unless said otherwise. */
export const scheduled = <A extends CampaignAction>(
  action: A,
  fields: Partial<ScheduleFields> = {},
  schedule_once: Once | null = null,
): A => ({ ...action, schedule: { ...AT_TEN, ...fields }, schedule_once, trigger: null });

export const segment = (
  actions: readonly CampaignAction[],
  priority_seq = 1,
  target: CampaignEdit["segments"][number]["target"] = EVERYBODY,
): CampaignEdit["segments"][number] => ({
  id: null,
  priority_seq,
  target,
  actions: actions.map((action, at) => ({ ...action, seq: at + 1 })),
});

export const running = (segments: CampaignEdit["segments"], over: Partial<CampaignEdit> = {}) =>
  promotion({ segments, ...over });

/** An inn whose clock is moved by hand; Japan is nine hours ahead. */
export type RunsPipeline = Pipeline & {
  /** "2026-11-20 10:00" in Japan. */
  at(moment: string): void;
  /** What the clock does in this minute, and the jobs it finds. */
  minute(): Promise<void>;
  /** The campaign's own job alone: its runs are made or missed, and nothing is sent. */
  run(id: number): Promise<void>;
};

export async function openRuns(start: string): Promise<RunsPipeline> {
  let now = japan(start);
  const p = await openPipeline({ clock: { now: () => now } });
  return Object.assign(p, {
    at(moment: string) {
      now = japan(moment);
    },
    async minute() {
      await queueDueCampaigns(p.t.app);
      await p.drain();
    },
    run: (id: number) => runCampaign(p.t.app, ACTION_KINDS, { accountId: p.inn.accountId, campaignId: id }),
  });
}

/** A moment of Japan. */
export const japan = (text: string): Date => new Date(`${text.replace(" ", "T")}+09:00`);
