import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { causeOf, channelOf } from "./causes.ts";
import { BatchRun } from "./deliver-batches.ts";
import { deliverInside } from "./deliver-inside.ts";
import { OutsideRun } from "./deliver-outside.ts";
import { type Cause, type Delivery, type PushEngine, recipientOf } from "./ports.ts";
import { storeRoute } from "./push-route.ts";
import type { RunEnd, RunTools } from "./run-tools.ts";
import { idsOf, type PushRun, releasePushes, takePushes } from "./runs.queries.ts";
import { sendRulesOf } from "./send-rules.read.ts";

/** One run over the pushes that are chosen: takes them, claims, delivers and records until nobody waits or something ends the run. */
export async function deliverPushes(
  engine: Pick<PushEngine, "app" | "causes">,
  accountId: number,
  choose: (tx: Tx) => Promise<readonly number[]>,
  { signal, turnEnds, takesSlow }: Pick<RunTools, "signal" | "turnEnds"> & { takesSlow: boolean },
): Promise<{ ended: RunEnd; run: PushRun | null }> {
  const { app } = engine;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const taken = await inScope(async (tx) => {
    const run = await takePushes(tx, accountId, await choose(tx));
    if (!run) return null;
    const channel = channelOf(engine, run.cause, run.channel);
    const reason = await channel.missing?.(tx, run);
    if (reason) return notBegun(tx, run, { end: "missing", reason });
    const opened = await channel.open(tx, run);
    if (opened.isSlow && !takesSlow) return notBegun(tx, run, { end: "slow" });
    if (opened.route !== undefined) await storeRoute(tx, accountId, idsOf(run), opened.route);
    const quiet = isMessage(run.channel) ? (await sendRulesOf(tx, accountId)).quiet : null;
    const delivery = whileItHolds(causeOf(engine, run.cause), accountId, opened);
    return { run, delivery, rests: (now: Date) => quietUntil(quiet, now) !== null };
  });
  if (!taken) return { ended: { end: "left" }, run: null };
  if ("ended" in taken) return taken;
  const { run, delivery, rests } = taken;
  const tools = { rests, inScope, run, signal, turnEnds };
  try {
    return { ended: await deliverRun(app, tools, delivery), run };
  } catch (error) {
    // The retry of the job goes on at once, and does not wait until this run's heartbeat is too old.
    await inScope((tx) => releasePushes(tx, run, 0)).catch(() => {});
    throw error;
  }
}

async function notBegun(tx: Tx, run: PushRun, ended: RunEnd): Promise<{ run: PushRun; ended: RunEnd }> {
  await releasePushes(tx, run, 0);
  return { run, ended };
}

/** The same delivery, which leaves out whoever waits for what is none any more (ports.ts, EventCause). */
function whileItHolds(cause: Cause, accountId: number, delivery: Delivery): Delivery {
  if (!("noLonger" in cause) || cause.noLonger === undefined) return delivery;
  const { reason, dropped } = cause.noLonger;
  return {
    ...delivery,
    recheckAtSend(moment) {
      const asked = delivery.recheckAtSend(moment);
      return {
        ...asked,
        joins: sql`${asked.joins} cross join lateral (
          select ${reason} as no_longer
          from push_actions push
          where push.account_id = next.account_id and push.id = next.push_action_id
        ) h`,
        reason: sql<string | null>`coalesce(h.no_longer, ${asked.reason})`,
        columns: sql`${asked.columns}, h.no_longer`,
      };
    },
    async claimed(tx, claimed) {
      await delivery.claimed?.(tx, claimed);
      const gone = claimed.filter((one) => "no_longer" in one && one.no_longer !== null);
      await dropped(tx, accountId, gone.map(recipientOf));
    },
  };
}

function deliverRun(app: App, tools: RunTools, delivery: Delivery): Promise<RunEnd> {
  if (delivery.kind === "inside") return deliverInside(app, tools, delivery);
  if (delivery.kind === "batch") return new BatchRun(app, tools, delivery).work();
  return new OutsideRun(app, tools, delivery).work();
}

/** One run over one push of a send. `takesSlow`: one that belongs among the slow ones, too. */
export async function deliverPush(
  engine: Pick<PushEngine, "app" | "causes" | "turnSeconds">,
  { accountId, pushActionId }: { accountId: number; pushActionId: number },
  signal: AbortSignal,
  takesSlow = true,
): Promise<RunEnd> {
  const turnEnds = performance.now() + engine.turnSeconds * 1_000;
  const choose = async () => [pushActionId];
  return (await deliverPushes(engine, accountId, choose, { signal, turnEnds, takesSlow })).ended;
}
