import type { App } from "../../app.ts";
import { type JobRun, tryEveryProgramme } from "../../jobs/every-programme.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { errorFacts } from "../../log.ts";
import { proveDays, proveSome } from "./prove-conversions.ts";
import { GUESTS_AT_ONCE, recomputeSome } from "./recompute-attributions.ts";

export function conversionJobs(app: App): Pick<JobHandlers, "recompute-attributions" | "prove-conversions"> {
  return {
    "recompute-attributions": (_data: object, run: JobRun): Promise<void> => recomputeAttributions(app, run),
    "prove-conversions": async (_data: object, run: JobRun): Promise<void> => {
      const prove = (accountId: number) => proveConversions(app, run, accountId);
      const failures = (await tryEveryProgramme(app, run, "prove-conversions", prove)).map(({ error }) => error);
      // The job fails, so that it is tried again and an operator sees it.
      if (failures.length > 0) throw new AggregateError(failures, `not proven for ${failures.length} programmes`);
    },
  };
}

/** SQLSTATE of a statement that the timeout cancelled. */
const STATEMENT_TIMEOUT = "57014";

/** One piece of each programme that has news, in turn, until none has: nobody waits for another's many guests. */
export async function recomputeAttributions(app: App, { signal }: JobRun): Promise<void> {
  /** The most guests of a piece, of programmes whose larger pieces failed. */
  const smaller = new Map<number, number>();
  let waiting = await queuedProgrammes(app);
  while (waiting.length > 0) {
    for (const accountId of waiting) {
      if (signal.aborted) return;
      await app.database
        .inScope({ accountIds: [accountId] }, (tx) => recomputeSome(tx, accountId, smaller.get(accountId)))
        .catch((error) => {
          const next = Math.floor((smaller.get(accountId) ?? GUESTS_AT_ONCE) / 10);
          smaller.set(accountId, next);
          // A piece that takes too long is tried in smaller ones.
          if (next > 0 && (error as { code?: string }).code === STATEMENT_TIMEOUT) return;
          app.log.error(
            { event: "conversions.failed", account: accountId, ...errorFacts(error) },
            "conversions are not settled",
          );
          waiting = waiting.filter((id) => id !== accountId);
        });
    }
    const still = await queuedProgrammes(app);
    waiting = still.filter((id) => waiting.includes(id));
  }
}

async function queuedProgrammes(app: App): Promise<number[]> {
  const rows = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select account.id
      from accounts account
      where exists (select from attribution_queue queued_guest where queued_guest.account_id = account.id)
      order by account.id`,
  );
  return rows.map(({ id }) => id);
}

/** Every booking and every day of a programme, worked out anew; what differs is put right and told to whoever reads the log. */
export async function proveConversions(app: App, { signal }: JobRun, accountId: number): Promise<void> {
  const inScope = app.database.inScope;
  const bookings: number[] = [];
  let after = 0;
  while (!signal.aborted) {
    const piece = await inScope({ accountIds: [accountId] }, async (tx) => {
      // What waits to be settled is not wrong.
      while ((await recomputeSome(tx, accountId)) > 0);
      return proveSome(tx, accountId, after);
    });
    if (piece === null) break;
    bookings.push(...piece.wrong);
    after = piece.last;
  }
  const days = await inScope({ accountIds: [accountId] }, (tx) => proveDays(tx, accountId));
  if (bookings.length + days.length > 0)
    app.log.warn(
      { event: "conversions.corrected", account: accountId, bookings: bookings.length, days: days.length },
      "conversions were worked out anew",
    );
}
