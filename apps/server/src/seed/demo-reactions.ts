import type { App } from "../app.ts";
import { type MailEvent, recordMailEvents } from "../sections/messaging/events/record-mail-events.ts";
import { reachedSince } from "../sections/pushes/demo-days.read.ts";

const MINUTE_MS = 60_000;

/** A number from 0 to 99, the same for the same guest of the same message. */
const drawn = (push: number, customer: number) => ((customer * 7_919 + push * 104_729) >>> 3) % 100;

/** Of mails that left, some are opened within two days, some of these lead to a click, and some are opened by a machine at once. */
export async function demoReactions(app: App, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds)
    await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      const sent = await reachedSince(tx, accountId, "mail", app.clock.now());
      const events = sent.flatMap(({ push_action_id: pushActionId, customer_id: customerId, sent_at: sentAt }) => {
        const n = drawn(pushActionId, customerId);
        const event = (kind: MailEvent["kind"], minutes: number, more: Partial<MailEvent> = {}): MailEvent => ({
          providerEventId: `demo-${kind}-${pushActionId}-${customerId}`,
          kind,
          happenedAt: new Date(sentAt.getTime() + minutes * MINUTE_MS),
          pushActionId,
          customerId,
          ...more,
        });
        if (n >= 85) return [event("opened", 0.1, { isMachine: true })];
        if (n >= 41) return [];
        const opened = event("opened", 20 + n * 67);
        return n % 4 === 0 ? [opened, event("clicked", 22 + n * 67, { linkNo: 1 })] : [opened];
      });
      await recordMailEvents(tx, accountId, events);
    });
}
