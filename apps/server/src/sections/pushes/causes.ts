import type { ActionType } from "@okaeri/domain/enumerations";
import type { Cause, Channel, EventCause, PushEngine, PushSource } from "./ports.ts";

type Causes = Pick<PushEngine, "causes">;

/** The cause that pushes name in `started_by`. */
export function causeOf({ causes }: Causes, kind: string): Cause {
  const cause = causes.find((one) => one.kind === kind);
  if (!cause) throw new Error(`nothing sends because of ${kind}`);
  return cause;
}

export function sourceOf(engine: Causes, kind: string): PushSource {
  const cause = causeOf(engine, kind);
  if (!("source" in cause)) throw new Error(`nobody starts sends because of ${kind}`);
  return cause.source;
}

/** Who answers for the campaigns whose events are many. */
export function watcherOf({ causes }: Causes): PushSource | undefined {
  return causes.flatMap((one) => ("source" in one ? [one.source] : []))[0];
}

export function eventOf(engine: Causes, kind: string): EventCause {
  const cause = causeOf(engine, kind);
  if (!("goesOn" in cause)) throw new Error(`${kind} does not happen by itself`);
  return cause;
}

export function channelOf(engine: Causes, kind: string, type: ActionType): Channel {
  const channel = causeOf(engine, kind).channels[type];
  if (!channel) throw new Error(`nothing delivers ${type} because of ${kind}`);
  return channel;
}
