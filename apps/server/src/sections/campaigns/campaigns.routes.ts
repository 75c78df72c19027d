import { type RawBuilder, sql } from "kysely";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { attributedBookings } from "../conversions/bookings.read.ts";
import { reversedOfPush, reversedOfPushes } from "../points/campaign-figures.read.ts";
import { openSendOf } from "../pushes/open-sends.read.ts";
import { campaignRecipients, pushesOf, pushTotals, shownSendsOf } from "../pushes/pushes.read.ts";
import { returnablesOf, revocationsOf } from "../pushes/revocations.read.ts";
import { conditionNames } from "../segments/condition-names.read.ts";
import { previewSamples } from "../segments/preview-samples.ts";
import { valueCounts } from "../segments/value-counts.ts";
import { withinFacilities } from "../stays/guests.read.ts";
import type { ActionKinds } from "./actions/action-kind.ts";
import { activateCampaign, missingOf, resumeCampaign, stopCampaign } from "./activate-campaign.ts";
import { checkCondition } from "./audience/check-condition.ts";
import { countAudience, countByRule, explainAudience, nameAudience } from "./audience/count-audience.ts";
import { segmentsOf } from "./audience/read-segments.ts";
import { calendarOf } from "./calendar/calendar.ts";
import { findCampaign, listCampaigns } from "./campaigns.queries.ts";
import { pushItem, recipientItem, toCampaignDetail, toCampaignDocument, toCampaignItem } from "./campaigns.rows.ts";
import { approveSend, cancelSend, refuseSend } from "./delivery/decide-send.ts";
import { decideUnknown } from "./delivery/decide-unknown.ts";
import { payStays } from "./delivery/pay-stays.ts";
import { previewRevocation, revokeSend } from "./delivery/revoke-send.ts";
import { stayPaymentsOf } from "./delivery/stay-payments.queries.ts";
import { editNumbered, editsOf } from "./edits.ts";
import { copyCampaign } from "./list/copy-campaign.ts";
import { confirmText } from "./presets/confirm-text.ts";
import { offerPresets, presetEdit } from "./presets/offer-presets.ts";
import { resultsRoutes } from "./results/results.routes.ts";
import { parsedTarget, previewAction } from "./review/preview-action.ts";
import { reviewCampaign } from "./review/review-campaign.ts";
import { testMessage, testRecipientsOf, testsOfCampaign } from "./review/test-message.ts";
import { type CampaignEditContext, createCampaign, removeCampaign, updateCampaign } from "./save-campaign.ts";
import { changeRun } from "./schedule/change-run.ts";
import { expectedOf } from "./schedule/expected-counts.ts";
import { neverComing } from "./schedule/never-coming.ts";
import { tellNextRuns } from "./schedule/next-runs.ts";
import { runsOfCampaign } from "./schedule/runs.read.ts";
import { chooseVariant } from "./variants/choose-variant.ts";
import { comparisonsOf } from "./variants/compared-texts.ts";

export function campaignsRoutes(os: Binder, kinds: ActionKinds) {
  const writerOf = ({ app, ip }: CallContext): CampaignEditContext => ({
    ip,
    today: todayOf(app.clock),
    now: app.clock.now(),
    origin: app.origin,
    kinds,
  });
  const detailOf = (tx: Tx, context: CallContext, id: number) => wholeCampaign(tx, context, writerOf(context), id);
  return {
    ...resultsRoutes(os, kinds),
    list: os.campaigns.list.handler(async ({ input, context }) => {
      const { rows, total } = await context.reading((tx) => listCampaigns(tx, context.scope.accountId, input));
      const items = rows.map((row) => toCampaignItem(row, context.scope));
      return { items, total, page: input.page, size: input.size };
    }),
    get: os.campaigns.get.handler(({ input, context }) => context.inScope((tx) => detailOf(tx, context, input.id))),
    presets: os.campaigns.presets.handler(async ({ input, context }) => {
      const { scope, language } = context;
      const asked = { writer: writerOf(context), language, matched: input.matched === "true" };
      return { items: await context.inScope((tx) => offerPresets(tx, scope, asked)) };
    }),
    create: os.campaigns.create.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { scope, language } = context;
        const writer = writerOf(context);
        const edit = "segments" in input ? input : await presetEdit(tx, scope, input.preset_type, { writer, language });
        return { id: await createCampaign(tx, scope, edit, writer) };
      }),
    ),
    update: os.campaigns.update.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await updateCampaign(tx, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    copy: os.campaigns.copy.handler(({ input, context }) =>
      context.inScope(async (tx) => ({
        id: await copyCampaign(tx, context.scope, input.id, writerOf(context), context.language),
      })),
    ),
    edits: os.campaigns.edits.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { accountId } = context.scope;
        if (!(await findCampaign(tx, accountId, input.id))) throw new CallError("NOT_FOUND");
        return { items: await editsOf(tx, accountId, input.id, context.app.clock.now(), context.signedIn) };
      }),
    ),
    restoreEdit: os.campaigns.restoreEdit.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { id, version } = input;
        const writer = writerOf(context);
        const found = { campaignId: id, version: input.edit, now: writer.now };
        const document = await editNumbered(tx, context.scope.accountId, found);
        if (document === undefined) throw new CallError("NOT_FOUND");
        await updateCampaign(tx, context.scope, { ...document, id, version }, writer);
        return detailOf(tx, context, id);
      }),
    ),
    remove: os.campaigns.remove.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await removeCampaign(tx, context.scope, input.id, writerOf(context));
        return { id: input.id };
      }),
    ),
    audience: os.campaigns.audience.handler(async ({ input, context }) => {
      const started = performance.now();
      const counted = await context.inScope((tx) => countAudience(tx, context.scope, input, writerOf(context)));
      return { ...counted, milliseconds: Math.round(performance.now() - started) };
    }),
    ruleCounts: os.campaigns.ruleCounts.handler(async ({ input, context }) => ({
      counts: await context.inScope((tx) => countByRule(tx, context.scope, input, writerOf(context))),
    })),
    valueCounts: os.campaigns.valueCounts.handler(async ({ input, context }) => ({
      values: await context.inScope((tx) => valueCounts(tx, context.scope, input, writerOf(context))),
    })),
    conditionNames: os.campaigns.conditionNames.handler(async ({ context }) => ({
      names: await context.reading((tx) => conditionNames(tx, context.scope)),
    })),
    audienceNames: os.campaigns.audienceNames.handler(({ input, context }) =>
      context.inScope((tx) => nameAudience(tx, context.scope, input, writerOf(context))),
    ),
    audienceExplanation: os.campaigns.audienceExplanation.handler(({ input, context }) =>
      context.inScope((tx) => explainAudience(tx, context.scope, input, writerOf(context))),
    ),
    calendar: os.campaigns.calendar.handler(async ({ input, context }) => {
      const asked = { ...writerOf(context), language: context.language };
      return { items: await context.inScope((tx) => calendarOf(tx, context.scope.accountId, input, asked)) };
    }),
    changeRun: os.campaigns.changeRun.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await changeRun(tx, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    expected: os.campaigns.expected.handler(({ input, context }) =>
      context.inScope((tx) => expectedOf(tx, context.scope, input.id, writerOf(context))),
    ),
    checkCondition: os.campaigns.checkCondition.handler(async ({ input, context }) =>
      checkCondition(input, context.language),
    ),
    nextRuns: os.campaigns.nextRuns.handler(({ input, context }) =>
      context.reading((tx) =>
        tellNextRuns(tx, context.scope.accountId, input, { now: context.app.clock.now(), language: context.language }),
      ),
    ),
    review: os.campaigns.review.handler(({ input, context }) =>
      context.inScope((tx) => reviewCampaign(tx, context.scope, input.id, writerOf(context), context.language)),
    ),
    testSend: os.campaigns.testSend.handler(({ input, context }) =>
      context.inScope((tx) =>
        testMessage(tx, context.app.jobs, context.scope, input, writerOf(context), context.language),
      ),
    ),
    testSends: os.campaigns.testSends.handler(({ input, context }) =>
      context.reading((tx) => testsOfCampaign(tx, context.scope, input.id, context.language)),
    ),
    testRecipients: os.campaigns.testRecipients.handler(({ context }) =>
      context.reading((tx) => testRecipientsOf(tx, context.scope)),
    ),
    previewSamples: os.campaigns.previewSamples.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { form } = parsedTarget(input.target);
        return {
          items: await previewSamples(tx, context.scope, { form, occasions: input.occasions }, writerOf(context)),
        };
      }),
    ),
    preview: os.campaigns.preview.handler(({ input, context }) =>
      context.inScope((tx) => previewAction(tx, context.scope, input, writerOf(context), context.language)),
    ),
    confirmText: os.campaigns.confirmText.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await confirmText(tx, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    activate: os.campaigns.activate.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await activateCampaign(tx, context.app.jobs, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    stop: os.campaigns.stop.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await stopCampaign(tx, context.app.jobs, context.scope, input.id, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    approve: os.campaigns.approve.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await approveSend(tx, context.app.jobs, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    refuse: os.campaigns.refuse.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await refuseSend(tx, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    cancel: os.campaigns.cancel.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await cancelSend(tx, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    resume: os.campaigns.resume.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await resumeCampaign(tx, context.app.jobs, context.scope, input.id, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    decideUnknown: os.campaigns.decideUnknown.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const counts = await decideUnknown(tx, context.app.jobs, context.scope, input, writerOf(context));
        return { ...(await detailOf(tx, context, input.id)), ...counts };
      }),
    ),
    previewRevocation: os.campaigns.previewRevocation.handler(({ input, context }) =>
      context.inScope((tx) => previewRevocation(tx, context.scope, input, writerOf(context))),
    ),
    revoke: os.campaigns.revoke.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await revokeSend(tx, context.app.jobs, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    payStays: os.campaigns.payStays.handler(({ input, context }) =>
      context.inScope((tx) => payStays(tx, context.app.jobs, context.scope, input, writerOf(context))),
    ),
    pushes: os.campaigns.pushes.handler(async ({ input, context }) => {
      const { accountId } = context.scope;
      const { rows, total, ...shared } = await context.reading(async (tx) => {
        if (!(await findCampaign(tx, accountId, input.id))) throw new CallError("NOT_FOUND");
        const segments = await segmentsOf(tx, kinds, accountId, input.id);
        const page = await pushesOf(tx, accountId, { ...input, reversed: reversedOfPush });
        const reversed = new Map(page.rows.map((row) => [row.id, row.points_reversed]));
        return { ...page, kinds, segments, reversed };
      });
      const items = rows.map((row) => pushItem(row, shared, context.language));
      return { items, total, page: input.page, size: input.size };
    }),
    variants: os.campaigns.variants.handler(async ({ input, context }) => ({
      items: await context.reading(async (tx) => {
        const { scope } = context;
        if (!(await findCampaign(tx, scope.accountId, input.id))) throw new CallError("NOT_FOUND");
        return comparisonsOf(tx, scope, input.id, await segmentsOf(tx, kinds, scope.accountId, input.id));
      }),
    })),
    chooseVariant: os.campaigns.chooseVariant.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await chooseVariant(tx, context.app.jobs, context.scope, input, writerOf(context));
        return detailOf(tx, context, input.id);
      }),
    ),
    bookings: os.campaigns.bookings.handler(async ({ input, context }) => {
      const { rows, total } = await context.reading(async (tx) => {
        if (!(await findCampaign(tx, context.scope.accountId, input.id))) throw new CallError("NOT_FOUND");
        return attributedBookings(tx, context.scope, input);
      });
      const items = rows.map((row) => ({ ...row, touched_at: row.touched_at.toISOString() }));
      return { items, total, page: input.page, size: input.size };
    }),
    recipients: os.campaigns.recipients.handler(async ({ input, context }) => {
      const { accountId } = context.scope;
      const { rows, ...counts } = await context.reading(async (tx) => {
        if (!(await findCampaign(tx, accountId, input.id))) throw new CallError("NOT_FOUND");
        const { facilityIds } = context.scope;
        const within = withinFacilities(context.scope, sql`customer.id`);
        const sent = { address: ofKinds(kinds, "address"), message: ofKinds(kinds, "message") };
        return campaignRecipients(tx, accountId, { ...input, within, facilityIds, ...sent });
      });
      const items = rows.map((row) => recipientItem(row, context.language));
      return { items, ...counts, page: input.page, size: input.size };
    }),
  };
}

/** The campaign as its page shows it. @throws CallError NOT_FOUND. */
export async function wholeCampaign(
  tx: Tx,
  { scope, language }: Pick<CallContext, "scope" | "language">,
  writer: CampaignEditContext,
  id: number,
) {
  const { kinds } = writer;
  const campaign = await findCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const segments = await segmentsOf(tx, kinds, scope.accountId, id);
  const pushes = await shownSendsOf(tx, scope.accountId, id);
  const totals = await pushTotals(tx, scope.accountId, id);
  const returnables = await returnablesOf(tx, scope.accountId, id);
  const reversed = await reversedOfPushes(
    tx,
    scope.accountId,
    [...pushes, ...returnables].map((push) => push.id),
  );
  const send = await openSendOf(tx, scope.accountId, id);
  const payments = await stayPaymentsOf(tx, scope.accountId, id);
  const revocations = await revocationsOf(tx, scope.accountId, id);
  const document = toCampaignDocument(campaign, segments);
  const missing = await missingOf(tx, scope, writer, document, "page");
  // What is running has schedules that are over, as it goes on.
  if (campaign.status !== "active") missing.push(...neverComing(document, writer.now));
  const runs = await runsOfCampaign(tx, scope.accountId, id, { now: writer.now, language });
  const sends = { pushes, totals, returnables, reversed, send, revocations };
  return toCampaignDetail(campaign, { kinds, ...sends, segments, payments, missing, runs }, scope, language);
}

/** SQL over pushes `push` and customers `customer`: where the push was sent to, by its kind. */
function ofKinds(kinds: ActionKinds, what: "address" | "message"): RawBuilder<unknown> {
  const cases = kinds.flatMap(({ type, delivery }) =>
    delivery?.[what] ? [sql`when ${type} then ${delivery[what]}`] : [],
  );
  return cases.length === 0 ? sql`null` : sql`case push.channel ${sql.join(cases, sql` `)} end`;
}
