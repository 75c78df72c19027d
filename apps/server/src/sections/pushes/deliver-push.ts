import type { Tx } from "../../database/connection.ts";
import { deliverInside } from "./deliver-inside.ts";
import { OutsideRun } from "./deliver-outside.ts";
import type { PushEngine } from "./ports.ts";
import { leavePush, takePush } from "./runs.queries.ts";

/** How a run ended: everybody has an outcome; or it stopped (by a person or a takeover); or it goes on in so many seconds. */
export type RunEnd = { end: "done" } | { end: "left" } | { end: "later"; seconds: number };

/** One run over one push: takes it, claims, delivers and records until nobody waits or something ends the run. */
export async function deliverPush(
  { app, channels }: Pick<PushEngine, "app" | "channels">,
  push: { accountId: number; pushActionId: number },
  signal: AbortSignal,
): Promise<RunEnd> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [push.accountId] }, work);
  const taken = await inScope(async (tx) => {
    const run = await takePush(tx, push.accountId, push.pushActionId);
    if (!run) return null;
    const channel = channels[run.channel];
    if (!channel) throw new Error(`nothing delivers ${run.channel}`);
    return { run, delivery: await channel.open(tx, run) };
  });
  if (!taken) return { end: "left" };
  const { run, delivery } = taken;
  try {
    if (delivery.kind === "inside") return await deliverInside(app, inScope, run, delivery, signal);
    return await new OutsideRun(app, inScope, run, delivery, signal).work();
  } catch (error) {
    // The retry of the job goes on at once, not only when this run has been silent for long enough.
    await inScope((tx) => leavePush(tx, run, 0)).catch(() => {});
    throw error;
  }
}
