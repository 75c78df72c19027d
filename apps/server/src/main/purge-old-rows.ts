import type { App } from "../app.ts";
import { auditLines } from "../audit/purge-audit-lines.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Tx } from "../database/connection.ts";
import type { JobHandlers } from "../jobs/jobs.ts";
import type { Term } from "../jobs/terms.ts";
import { removedCoupons } from "../sections/campaigns/actions/coupon/purge-removed.ts";
import { imagesOfEdits } from "../sections/campaigns/edited-images.read.ts";
import { oldEdits } from "../sections/campaigns/edits.ts";
import { removedParts } from "../sections/campaigns/purge-parts.ts";
import { judgedOccasions } from "../sections/campaigns/triggers/purge-judged.ts";
import { consentProofs } from "../sections/customers/purge-consents.ts";
import { softReturns } from "../sections/customers/suppressions/purge-soft-returns.ts";
import { heldRows } from "../sections/feeds/purge-held-rows.ts";
import { unusedImages } from "../sections/images/purge-unused.ts";
import { refusedLines } from "../sections/imports/purge-refused-lines.ts";
import { oldUnrecognised } from "../sections/messaging/bounces/unrecognised/purge-unrecognised.ts";
import { imagesOfMails } from "../sections/messaging/content/named-images.read.ts";
import { oldMessageEvents } from "../sections/messaging/events/purge-events.ts";
import { oldMailContents, oldMailFacts } from "../sections/messaging/history/purge-history.ts";
import { oldSlots } from "../sections/messaging/send-slots.ts";
import { oldTests } from "../sections/messaging/tests/purge-tests.ts";
import { skippedRecipients } from "../sections/pushes/purge-omitted.ts";
import { ACTION_KINDS } from "./action-kinds.ts";

/** Rows of one transaction, so that nobody waits for it. */
const STEP = 5_000;

/** Nightly: deletes rows that are older than their term (docs/growth.md). Idempotent: stopped in the middle, it goes on where it was. */
export function purgeJobs(app: App, most = STEP): Pick<JobHandlers, "purge-old-rows"> {
  const terms: Term[] = [
    refusedLines,
    heldRows,
    skippedRecipients,
    oldTests,
    oldMessageEvents,
    oldSlots,
    oldUnrecognised,
    oldMailFacts,
    oldMailContents,
    consentProofs,
    softReturns,
    oldEdits,
    judgedOccasions,
    removedCoupons,
    removedParts(ACTION_KINDS),
    // After the edits and parts that may show one.
    unusedImages([imagesOfMails, imagesOfEdits]),
    auditLines(app.config.auditKeepYears),
  ];
  return {
    "purge-old-rows": async (_data, { signal }) => {
      const accounts = await app.database.asSystem(
        (tx) =>
          tx.all<{
            id: number;
            is_programme: boolean;
          }>`select id, programme_account_id = id as is_programme from accounts order by id`,
      );
      const programmes = accounts.filter((one) => one.is_programme).map(({ id }) => id);
      for (const term of terms)
        for (const accountId of term.of === "programmes" ? programmes : [...accounts.map(({ id }) => id), null])
          await purge(app, term, accountId, { most, signal });
    },
  };
}

async function purge(app: App, term: Term, accountId: number | null, run: { most: number; signal: AbortSignal }) {
  const step = term.steps(accountId);
  const inScope = <T>(work: (tx: Tx) => Promise<T>) =>
    accountId === null ? app.database.asSystem(work) : app.database.inScope({ accountIds: [accountId] }, work);
  for (let more = true; more; ) {
    run.signal.throwIfAborted();
    more = await inScope(async (tx) => {
      const done = await step(tx, { accountId, now: app.clock.now(), most: run.most });
      if (done.ended > 0)
        await recordAudit(tx, {
          actorUserId: null,
          action: "end_term",
          entity: term.table,
          accountId,
          after: { rows: done.ended },
        });
      return done.more;
    });
  }
}
