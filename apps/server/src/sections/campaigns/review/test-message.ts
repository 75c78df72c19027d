import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { messageTest, testQuestion } from "@okaeri/contract/campaigns/review/tests";
import type { Language } from "@okaeri/contract/errors";
import { testFaultText } from "@okaeri/contract/problems/stored-reasons";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { checkedTarget } from "@okaeri/domain/segments/target";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError, fieldError, refuseProblems } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { type TestRow, testsOf, testsSince } from "../../messaging/tests/message-tests.ts";
import { colleaguesOf } from "../../users/colleagues.read.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { auditCampaign } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { recipientsOfForm } from "./preview-action.ts";

/** Most tests of one person in an hour; one that goes to six people is six. */
const MOST_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

/**
 * Sends a saved message to oneself or colleagues as one guest would get it. Outside of caps, figures and reports. @throws CallError NOT_FOUND,
 * INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function testMessage(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  input: z.output<typeof testQuestion>,
  writer: CampaignEditContext,
  language: Language,
) {
  const { accountId, userId } = scope;
  const campaign = await findCampaign(tx, accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const segments = await segmentsOf(tx, writer.kinds, accountId, input.id);
  const segment = segments.find(({ actions }) => actions.some(({ id }) => id === input.action_id));
  const action = segment?.actions.find(({ id }) => id === input.action_id);
  const test = action && kindNamed(writer.kinds, action.type).preview?.test;
  if (segment === undefined || test === undefined) {
    throw fieldError("action_id", { code: "not_of_campaign" });
  }
  const people = await peopleOf(tx, scope, input);
  const before = await testsSince(tx, accountId, userId, new Date(writer.now.getTime() - HOUR_MS));
  if (before + people.length > MOST_AN_HOUR) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: HOUR_MS / 1_000 });
  const asking = campaignContextOf(scope, writer);
  const occasions = occasionsOf({ type: campaign.type, segments }, segment);
  const { form } = checkedTarget(segment.target);
  const audience = recipientsOfForm(tx, scope, { form, occasions }, writer);
  const { action_id: actionId, customer_id: customerId, variant } = input;
  const { purpose } = campaign;
  const { campaign_start_dt, campaign_end_dt } = campaign;
  const of = {
    target: segment.target as SegmentTarget,
    occasions: [...occasions],
    purpose,
    period: { campaign_start_dt, campaign_end_dt },
    actions: segment.actions,
  };
  const about = { campaignId: input.id, segment: of, actionId, variant, customerId, people, by: userId };
  for (const id of await test(tx, asking, about, audience))
    await jobs.add(tx, "send-test", { account_id: accountId, message_job_id: id });
  const after = { campaign_action_id: actionId, customer_id: customerId, user_ids: people.map((one) => one.userId) };
  await auditCampaign(tx, scope, writer, "test", input.id, { after });
  // Nobody else makes tests of this person meanwhile.
  const newest = await testsOf(tx, accountId, input.id, userId);
  return { jobs: newest.slice(0, people.length).map((row) => testItem(row, language)) };
}

/** Whom the test goes to, each once. */
async function peopleOf(tx: Tx, scope: Scope, { to }: z.output<typeof testQuestion>) {
  const known = await colleaguesOf(tx, scope.userId, scope.accountIds);
  const wanted = to ?? [scope.userId];
  const strangers = wanted.flatMap((id, at) =>
    known.some(({ user_id }) => user_id === id) ? [] : [{ path: `to.${at}`, code: "not_a_choice" as const }],
  );
  refuseProblems(strangers);
  return known
    .filter(({ user_id }) => wanted.includes(user_id))
    .map(({ user_id, address }) => ({ userId: user_id, address }));
}

/** The person's newest tests of the campaign. @throws CallError NOT_FOUND. */
export async function testsOfCampaign(tx: Tx, scope: Scope, campaignId: number, language: Language) {
  if (!(await findCampaign(tx, scope.accountId, campaignId))) throw new CallError("NOT_FOUND");
  const rows = await testsOf(tx, scope.accountId, campaignId, scope.userId);
  return { items: rows.map((row) => testItem(row, language)) };
}

function testItem({ fault, ...row }: TestRow, language: Language): z.output<typeof messageTest> {
  return {
    ...row,
    message: testFaultText(fault, language),
    push_scheduled_time: row.push_scheduled_time.toISOString(),
    push_sent_time: row.push_sent_time?.toISOString() ?? null,
  };
}

/** Who can be sent a test, by name. */
export async function testRecipientsOf(tx: Tx, scope: Scope) {
  const people = await colleaguesOf(tx, scope.userId, scope.accountIds);
  return { items: people.map(({ user_id, name }) => ({ user_id, name, is_me: user_id === scope.userId })) };
}
