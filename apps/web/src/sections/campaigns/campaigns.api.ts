import type { ConditionInput, SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { bookingList } from "@okaeri/contract/lists/bookings";
import { campaignList } from "@okaeri/contract/lists/campaigns";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { pushList } from "@okaeri/contract/lists/pushes";
import { recipientList } from "@okaeri/contract/lists/recipients";
import type { Occasion } from "@okaeri/domain/campaigns/triggers/occasions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, client } from "../../api/client.ts";
import {
  type Answer,
  askAgain,
  type ItemOf,
  listOptions,
  type PageSearch,
  recordChanged,
  turned,
} from "../../api/records.ts";
import { expectedQuery } from "../../parts/campaigns/runs/expected.ts";

export type CampaignItem = ItemOf<typeof client.campaigns.list>;
export type CampaignDetail = Answer<typeof client.campaigns.get>;
export type Push = CampaignDetail["pushes"][number];
export type RevocationCount = Answer<typeof client.campaigns.previewRevocation>;
export type Audience = Answer<typeof client.campaigns.audience>;
export type SegmentAudience = Audience["segments"][number];
export type CampaignRecipient = ItemOf<typeof client.campaigns.recipients>;
export type AttributedBooking = ItemOf<typeof client.campaigns.bookings>;
export type AudienceQuestion = Parameters<typeof client.campaigns.audience>[0];
export type NamesQuestion = Parameters<typeof client.campaigns.audienceNames>[0];
export type ExplanationQuestion = Parameters<typeof client.campaigns.audienceExplanation>[0];
export type Explanation = Answer<typeof client.campaigns.audienceExplanation>;
export type RuleCountsQuestion = Parameters<typeof client.campaigns.ruleCounts>[0];
export type OfferedPreset = Answer<typeof client.campaigns.presets>["items"][number];
/** Guests it went to beside those who were left out. */
export type LiftAnswer = NonNullable<Answer<typeof client.campaigns.lift>["lift"]>;
export type PreviewQuestion = Parameters<typeof client.campaigns.preview>[0];
export type MailPreviewAnswer = Awaited<ReturnType<typeof client.campaigns.preview>>;

export type Results = Answer<typeof client.campaigns.results>;
export type ResultRow = Results["rows"][number];
export type ResultsQuestion = Parameters<typeof client.campaigns.results>[0];
export type ResultGuest = ItemOf<typeof client.campaigns.resultGuests>;
export type GuestsQuestion = Parameters<typeof client.campaigns.resultGuests>[0];

export type PreviewSample = Answer<typeof client.campaigns.previewSamples>["items"][number];
export type MessageTest = Answer<typeof client.campaigns.testSends>["items"][number];
export type Estimate = Answer<typeof client.campaigns.review>["estimates"][number];
export type Review = Answer<typeof client.campaigns.review>;

export type CampaignSearch = ListSearch<typeof campaignList>;

export type RecipientSearch = ListSearch<typeof recipientList>;
export type RecipientOutcome = CampaignRecipient["outcome"];

/** The campaigns of the account, as the URL asks for them; asked again while one is going out. */
export function campaignListQuery(search: CampaignSearch) {
  return api.campaigns.list.queryOptions({
    ...listOptions(campaignList, search),
    refetchInterval: (query) => (query.state.data?.items.some((one) => one.sending) ? 5_000 : false),
  });
}

/** The presets as the account can have them now; each card counts its own guests. */
export function presetsQuery() {
  return api.campaigns.presets.queryOptions({ input: { matched: "false" }, staleTime: 0 });
}

/** What moves is asked for so often, while the page is seen. */
const POLL_MS = 2_000;

/** One campaign; asked again while something of it moves, and at once when its page is seen again. */
export function campaignQuery(id: number) {
  return api.campaigns.get.queryOptions({
    input: { id },
    refetchInterval: (query) => pollEvery(query.state.data),
    refetchOnWindowFocus: (query) => (pollEvery(query.state.data) === false ? false : "always"),
  });
}

/** A new draft that says the same as the campaign, by its number. */
export async function createCampaignCopy(id: number): Promise<number> {
  const copy = await client.campaigns.copy({ id });
  void askAgain(api.campaigns.list.key());
  return copy.id;
}

export type CampaignEdited = Answer<typeof client.campaigns.edits>["items"][number];

/** What the campaign said within the last hour, the newest first; asked anew whenever somebody goes back. */
export function editsQuery(id: number) {
  return api.campaigns.edits.queryOptions({ input: { id }, staleTime: 0, gcTime: 0 });
}

/** What a command answered is what all pages show from here on. */
export function showCampaign(detail: CampaignDetail): void {
  const { list, pushes, recipients, bookings, results, resultGuests, variants } = api.campaigns;
  const { queryKey: expected } = expectedQuery(detail.id);
  const shown = [list, pushes, recipients, bookings, results, resultGuests, variants].map((each) => each.key());
  recordChanged(campaignQuery(detail.id), detail, ...shown, expected);
}

/** What it brought beside not sending it. Working it out takes a while, and stays come once a day. */
export function liftQuery(id: number) {
  return api.campaigns.lift.queryOptions({ input: { id }, staleTime: 10 * 60_000 });
}

/** What taking a send back would do; counted anew whenever somebody asks. */
export function revocationQuery(id: number, pushActionId: number) {
  return api.campaigns.previewRevocation.queryOptions({
    input: { id, push_action_id: pushActionId },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

type ChangedRun = { campaign_id: number; actions: readonly { action_id: number; planned_at: string }[] };

/** Another moment for all that a run does, or none (null); as planned again where no moment is said. */
export async function moveRun({ campaign_id: id, actions }: ChangedRun, to?: string | null): Promise<void> {
  try {
    for (const { action_id, planned_at: at } of actions)
      showCampaign(await client.campaigns.changeRun({ id, action_id, at, move_to: to === undefined ? at : to }));
  } finally {
    void askAgain(api.campaigns.calendar.key());
  }
}

/** When a send, or its taking back, has ended: its last recipients, and the points, coupons and codes that guests have since. */
export function sendEnded(id: number): void {
  const { campaigns, coupons, couponCodes, points, customers } = api;
  const ofGuests = [coupons.key(), couponCodes.key(), points.key(), customers.key()];
  const { pushes, recipients, results, resultGuests, lift, variants } = campaigns;
  const ofCampaign = [pushes, recipients, results, resultGuests, lift, variants].map((each) => each.key());
  void askAgain(campaignQuery(id).queryKey, ...ofCampaign, ...ofGuests);
}

/** After a stop the mail that was on its way still comes in. */
function pollEvery(campaign: CampaignDetail | undefined): number | false {
  const paying = campaign?.stay_payments.some(({ state }) => state === "waiting" || state === "running");
  // Somebody else approves, or the morning comes: nobody waits for it second by second.
  if (campaign?.held === "approval" || campaign?.held === "variant" || campaign?.held === "quiet_hours") return 5_000;
  const revoking = campaign?.revocations.some(({ state }) => state === "running");
  if (campaign?.sending || paying || revoking) return POLL_MS;
  return campaign?.pushes.some((push) => push.stop_requested && push.push_status === "doing") ? 5_000 : false;
}

/** What each action of each send gave and said; `live` while one is still going out. */
export function pushesQuery(id: number, search: Pick<RecipientSearch, "page" | "size">, live: boolean) {
  return api.campaigns.pushes.queryOptions({
    ...listOptions(pushList, { page: search.page, size: search.size }, { id }),
    refetchInterval: live && POLL_MS,
  });
}

/** Who got it and who did not; `live` while it is still going out. */
export function recipientsQuery(id: number, search: RecipientSearch, live: boolean) {
  return api.campaigns.recipients.queryOptions({
    ...listOptions(recipientList, search, { id }),
    refetchInterval: live && POLL_MS,
  });
}

export type BookingSearch = ListSearch<typeof bookingList>;

/** The bookings that it brought, and what each is credited for. */
export function bookingsQuery(id: number, search: BookingSearch) {
  return api.campaigns.bookings.queryOptions(listOptions(bookingList, search, { id }));
}

/** What came of it in a period; `live` while something still goes out. What sending brought is asked for apart (liftQuery). */
export function resultsQuery(question: ResultsQuestion, live: boolean) {
  return api.campaigns.results.queryOptions({
    input: { ...question, lift: "false" },
    placeholderData: keepPreviousData,
    refetchInterval: live && 5_000,
  });
}

export type Comparison = Answer<typeof client.campaigns.variants>["items"][number];

/** Its actions with several texts, and what came of each; `live` while something still goes out. */
export function variantsQuery(id: number, live: boolean) {
  return api.campaigns.variants.queryOptions({ input: { id }, refetchInterval: live && 5_000 });
}

/** Who stands behind one figure of it. */
export function resultGuestsQuery(question: Omit<GuestsQuestion, "page" | "size">, search: PageSearch) {
  return api.campaigns.resultGuests.queryOptions(turned(question, search));
}

/** How many would get it. The old numbers stay on screen until the new ones are there. */
export function audienceQuery(question: AudienceQuestion | undefined) {
  return api.campaigns.audience.queryOptions({
    input: question ?? { segments: [] },
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** Who is left at a step, or dropped out there; asked when the step is open. */
export function audienceNamesQuery(question: NamesQuestion) {
  return api.campaigns.audienceNames.queryOptions({ input: question, staleTime: 30_000, gcTime: 60_000 });
}

/** What becomes of one guest, and why. */
export function explanationQuery(question: ExplanationQuestion | undefined) {
  return api.campaigns.audienceExplanation.queryOptions({
    input: question as ExplanationQuestion,
    enabled: question !== undefined,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  });
}

/** The mail as one guest reads it. */
export function mailPreviewQuery(question: PreviewQuestion | undefined) {
  return api.campaigns.preview.queryOptions({
    input: question as PreviewQuestion,
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** Guests of a target for whom a text is easily wrong. */
export function previewSamplesQuery(target: SegmentTarget | undefined, occasions: Occasion[]) {
  return api.campaigns.previewSamples.queryOptions({
    input: { target: target as SegmentTarget, occasions },
    enabled: target !== undefined,
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** What a saved campaign comes to. `version`: another one is another answer. */
export function reviewQuery(id: number, version: number) {
  return queryOptions({
    queryKey: [...api.campaigns.review.key({ input: { id } }), version],
    queryFn: () => client.campaigns.review({ id }),
    placeholderData: keepPreviousData,
  });
}

export type NextRunsAnswer = Answer<typeof client.campaigns.nextRuns>;
export type NextRunsQuestion = Parameters<typeof client.campaigns.nextRuns>[0];

/** When a schedule comes, as it is typed; what is wrong with it is part of the answer. */
export function nextRunsQuery(question: NextRunsQuestion | undefined) {
  return api.campaigns.nextRuns.queryOptions({
    input: question as NextRunsQuestion,
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** Who can be sent a test. */
export const testRecipientsQuery = (enabled: boolean) =>
  api.campaigns.testRecipients.queryOptions({ staleTime: 60_000, enabled });

/** One's own tests of a campaign; asked again every second while one is on its way. */
export function testsQuery(id: number) {
  return api.campaigns.testSends.queryOptions({
    input: { id },
    refetchInterval: (query) =>
      query.state.data?.items.some(({ push_status: now }) => now === "standby" || now === "doing") ? 1_000 : false,
  });
}

/** Guests to choose from for a preview. */
export function guestSearchQuery(words: string) {
  return api.customers.list.queryOptions({
    input: { page: 1, size: 20, sort: "-last_stay_on", q: words },
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
}

/** How many guests each rule and group of a target keeps by itself, by the rule itself: where it stands makes no difference. */
export function ruleCountsQuery(question: RuleCountsQuestion | undefined) {
  return queryOptions({
    queryKey: [...api.campaigns.ruleCounts.key(), question ?? null],
    enabled: question !== undefined,
    staleTime: 30_000,
    gcTime: 60_000,
    // Outrun by another question, it is broken off.
    queryFn: async ({ signal }) => {
      if (question === undefined) return new Map<string, number>();
      const { counts } = await client.campaigns.ruleCounts(question, { signal });
      return byRule(question.target, counts);
    },
  });
}

function byRule(node: ConditionInput, counts: Record<string, number>, path = ""): Map<string, number> {
  const found = new Map<string, number>();
  const value = counts[path];
  if (value !== undefined) found.set(JSON.stringify(node), value);
  if (!("rules" in node)) return found;
  for (const [at, rule] of node.rules.entries())
    for (const [text, inner] of byRule(rule, counts, `${path === "" ? "" : `${path}.`}rules.${at}`))
      found.set(text, inner);
  return found;
}

/** How many guests have each value of a fact. */
export function valueCountsQuery(asked: Parameters<typeof client.campaigns.valueCounts>[0], enabled: boolean) {
  return api.campaigns.valueCounts.queryOptions({ input: asked, enabled, staleTime: 60_000 });
}

/** Today in Asia/Tokyo and the provider's words. */
export function campaignSiteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}
