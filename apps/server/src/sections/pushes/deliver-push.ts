import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import type { Tx } from "../../database/connection.ts";
import { deliverInside } from "./deliver-inside.ts";
import { OutsideRun } from "./deliver-outside.ts";
import type { PushEngine } from "./ports.ts";
import { type PushRun, releasePush, takePush } from "./runs.queries.ts";
import { sendRulesOf } from "./send-rules.read.ts";

/** How a run ended: everybody has an outcome; or it stopped (by a person or a takeover); or it goes on in so many seconds, after the others. */
export type RunEnd = { end: "done" } | { end: "left" } | { end: "later"; seconds: number };

/** What a run works with; `turnEnds` as performance.now() tells it. */
export type RunTools = {
  /** What reaches guests is not delivered in the quiet hours. */
  rests(now: Date): boolean;
  inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  run: PushRun;
  signal: AbortSignal;
  turnEnds: number;
};

/** One run over one push: takes it, claims, delivers and records until nobody waits or something ends the run. */
export async function deliverPush(
  { app, channels, turnSeconds }: Pick<PushEngine, "app" | "channels" | "turnSeconds">,
  push: { accountId: number; pushActionId: number },
  signal: AbortSignal,
): Promise<RunEnd> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [push.accountId] }, work);
  const taken = await inScope(async (tx) => {
    const run = await takePush(tx, push.accountId, push.pushActionId);
    if (!run) return null;
    const channel = channels[run.channel];
    if (!channel) throw new Error(`nothing delivers ${run.channel}`);
    const quiet = isMessage(run.channel) ? (await sendRulesOf(tx, push.accountId)).quiet : null;
    return { run, delivery: await channel.open(tx, run), rests: (now: Date) => quietUntil(quiet, now) !== null };
  });
  if (!taken) return { end: "left" };
  const { run, delivery, rests } = taken;
  const turnEnds = performance.now() + turnSeconds * 1_000;
  const tools = { rests, inScope, run, signal, turnEnds };
  try {
    if (delivery.kind === "inside") return await deliverInside(app, tools, delivery);
    return await new OutsideRun(app, tools, delivery).work();
  } catch (error) {
    // The retry of the job goes on at once, not only when this run has been silent for long enough.
    await inScope((tx) => releasePush(tx, run, 0)).catch(() => {});
    throw error;
  }
}
