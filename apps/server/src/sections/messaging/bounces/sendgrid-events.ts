import { createHash } from "node:crypto";
import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { classifyDelivery } from "@okaeri/domain/messaging/classify-delivery";
import { storableText } from "@okaeri/domain/storable-text";
import { z } from "zod";
import type { Returned } from "../../customers/suppressions/record-returns.ts";
import type { MessageEventKind } from "../events/record-message-events.ts";

/** Texts of SendGrid's own: cut rather than refused, so that a long one costs no event. Lengths in UTF-16 units. */
const text = (max: number) => z.string().transform((value) => storableText(value.slice(0, max)));
const optional = (max: number) => text(max).optional().catch(undefined);
/** Seconds since 1970, as a number or a text; null where it is none of this century, and the event counts as of now. */
function secondsOf(value: unknown): number | null {
  const seconds = Math.floor(Number(typeof value === "string" && value.trim() !== "" ? value : (value ?? Number.NaN)));
  return typeof value !== "boolean" && seconds > 946_684_800 && seconds < 4_102_444_800 ? seconds : null;
}

/** What is looked at of an event; whatever else it says is SendGrid's own. */
const eventShape = z.object({
  event: text(40),
  email: text(320),
  timestamp: z.unknown().transform(secondsOf),
  sg_event_id: optional(2_000),
  sg_message_id: optional(300),
  "smtp-id": optional(998),
  reason: optional(10_000),
  response: optional(10_000),
  status: optional(100),
  type: optional(40),
  bounce_classification: optional(100),
  url: optional(2_000),
  sg_machine_open: z.boolean().optional().catch(undefined),
  /** Our own name of the mail, which it was handed over with. */
  okaeri_message_id: optional(998),
  /** And which mail of the action it is. */
  okaeri_mail_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});
export type SendGridEvent = z.output<typeof eventShape> & {
  /** Counts once in a programme. SendGrid's id, or made of what the event says where it has none (unsubscribes of some accounts). */
  id: string;
};

/** An event that was not taken: its place in the body and the field that is wrong. */
export type RefusedEvent = { index: number; field: string; event: string };

/**
 * Reads each event by itself: one with a wrong field is refused alone.
 * @returns null where the body is no list.
 */
export function eventsIn(body: unknown): { events: SendGridEvent[]; refused: RefusedEvent[] } | null {
  if (!Array.isArray(body)) return null;
  const events: SendGridEvent[] = [];
  const refused: RefusedEvent[] = [];
  for (const [index, one] of body.entries()) {
    const parsed = eventShape.safeParse(one);
    if (parsed.success) events.push({ ...parsed.data, id: idOf(parsed.data) });
    else refused.push({ index, field: parsed.error.issues[0]?.path.join(".") ?? "", event: kindOf(one) });
  }
  return { events, refused };
}

/** What a refused event calls itself; empty where it says nothing. */
const kindOf = (one: unknown) =>
  text(40)
    .catch("")
    .parse((one as { event?: unknown } | null)?.event);

/** The longest id that is stored as it is, in UTF-16 units. */
const LONGEST_ID = 200;

function idOf(event: z.output<typeof eventShape>): string {
  const given = event.sg_event_id?.trim() ?? "";
  if (given !== "" && given.length <= LONGEST_ID) return given;
  const { event: kind, email, timestamp, url = "", reason = "" } = event;
  const parts = given !== "" ? [given] : [kind, email, timestamp, url, reason, event.type ?? "", ...namesIn(event)];
  return `sendgrid:${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 40)}`;
}

/** Names of the mail that an event is about. SendGrid's own stands in front of what its machines add to it. */
export const namesIn = (event: Pick<SendGridEvent, "okaeri_message_id" | "smtp-id" | "sg_message_id">): string[] =>
  [event.okaeri_message_id, event["smtp-id"], event.sg_message_id?.split(".")[0]].filter((name) => name !== undefined);

/** What an event means here; null: nothing. */
export type EventMapping = {
  kind: MessageEventKind;
  returned?: Returned["kind"];
  failure?: NotDelivered;
  detail?: Readonly<Record<string, unknown>>;
};

/** docs/adr/0542 */
export function meaningOf(event: SendGridEvent): EventMapping | null {
  switch (event.event) {
    case "delivered":
    case "deferred":
      return { kind: event.event };
    case "bounce":
    case "blocked":
      return bounceOf(event);
    case "dropped":
      return { kind: "dropped", ...droppedFor((event.reason ?? "").toLowerCase()) };
    case "spamreport":
      return { kind: "complained", returned: "complaint" };
    case "unsubscribe":
    case "group_unsubscribe":
      return { kind: "unsubscribed", returned: "refusal" };
    case "open":
      return { kind: "opened" };
    case "click":
      return { kind: "clicked" };
    default:
      return null;
  }
}

const HARD: EventMapping = { kind: "bounced", returned: "hard", failure: "bounced" };
const SOFT: EventMapping = { kind: "bounced", failure: "refused", detail: { soft: true } };

/**
 * The server's words decide, by the rules of every failed delivery. Words that no rule knows are hard only where SendGrid itself calls the
 * address invalid. Without any words SendGrid's verdict counts: a bounce is hard, its types `blocked` and `expired` are soft.
 */
function bounceOf({
  event,
  type,
  status,
  reason,
  response,
  bounce_classification: named,
}: SendGridEvent): EventMapping {
  const words = reason || response || "";
  const judged = classifyDelivery({ status: status ?? "", text: words });
  if (event === "blocked" || type === "blocked" || type === "expired")
    return judged.isAboutMailbox ? { ...SOFT, returned: "soft" } : SOFT;
  if (judged.rule !== null) {
    if (judged.verdict === "hard") return HARD;
    return judged.isAboutMailbox ? { ...SOFT, returned: "soft" } : SOFT;
  }
  if (named !== undefined && named.toLowerCase() !== "unclassified")
    return /^invalid address$/i.test(named) ? HARD : SOFT;
  return words.trim() === "" ? HARD : SOFT;
}

/** SendGrid's own words for why it did not try. Of the last kind the address is not to blame. */
function droppedFor(reason: string): Pick<EventMapping, "returned" | "failure"> {
  if (/^(bounced address|invalid$)/.test(reason)) return { returned: "hard", failure: "bounced" };
  if (reason.startsWith("unsubscribed")) return { returned: "refusal", failure: "opted_out" };
  if (reason.startsWith("spam reporting")) return { returned: "complaint", failure: "opted_out" };
  return { failure: "refused" };
}
