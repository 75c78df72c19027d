import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { z } from "zod";
import type { Returned } from "../../customers/suppressions/record-returns.ts";
import type { MailEventKind } from "../events/record-mail-events.ts";

const text = (max: number) => z.string().max(max);
/** What is looked at of an event; whatever else it says is SendGrid's own. */
const eventShape = z.object({
  event: text(40),
  email: text(320),
  timestamp: z.number(),
  sg_event_id: text(200).min(1),
  sg_message_id: text(300).optional().catch(undefined),
  "smtp-id": text(998).optional().catch(undefined),
  reason: text(10_000).optional().catch(undefined),
  response: text(10_000).optional().catch(undefined),
  status: text(100).optional().catch(undefined),
  type: text(40).optional().catch(undefined),
  sg_machine_open: z.boolean().optional().catch(undefined),
  /** Our own name of the mail, which it was handed over with. */
  okaeri_message_id: text(998).optional().catch(undefined),
  /** And which mail of the action it is. */
  okaeri_mail_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});
export type SendGridEvent = z.output<typeof eventShape>;

/** The events of a body that is a list, without those that have no form we know; null where it is none. */
export function eventsIn(body: unknown): SendGridEvent[] | null {
  if (!Array.isArray(body)) return null;
  return body.flatMap((one) => {
    const parsed = eventShape.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Names of the mail that an event is about. SendGrid's own stands in front of what its machines add to it. */
export const namesIn = (event: SendGridEvent): string[] =>
  [event.okaeri_message_id, event["smtp-id"], event.sg_message_id?.split(".")[0]].filter((name) => name !== undefined);

/** What an event means here; null: nothing. */
export type Meaning = {
  kind: MailEventKind;
  returned?: Returned["kind"];
  failure?: NotDelivered;
  detail?: Readonly<Record<string, unknown>>;
};

/** docs/adr/0542 */
export function meaningOf({ event, type, reason = "" }: SendGridEvent): Meaning | null {
  switch (event) {
    case "delivered":
    case "deferred":
      return { kind: event };
    case "bounce":
      return type === "blocked"
        ? { kind: "bounced", returned: "soft", failure: "refused", detail: { soft: true } }
        : { kind: "bounced", returned: "hard", failure: "bounced" };
    case "dropped":
      return { kind: "dropped", ...droppedFor(reason.toLowerCase()) };
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

/** SendGrid's own words for why it did not try. Of the last kind the address is not to blame. */
function droppedFor(reason: string): Pick<Meaning, "returned" | "failure"> {
  if (/^(bounced address|invalid$)/.test(reason)) return { returned: "hard", failure: "bounced" };
  if (reason.startsWith("unsubscribed")) return { returned: "refusal", failure: "opted_out" };
  if (reason.startsWith("spam reporting")) return { returned: "complaint", failure: "opted_out" };
  return { failure: "refused" };
}
