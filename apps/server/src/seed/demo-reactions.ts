import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { App } from "../app.ts";
import { todayOf } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import { type MessageEvent, recordMessageEvents } from "../sections/messaging/events/record-message-events.ts";
import { reachedSince } from "../sections/pushes/demo-days.read.ts";
import { bookedOf, type DemoBookingRow, outcomeOf, weighted } from "./demo-bookings.ts";
import type { DemoProgramme } from "./demo-guests.ts";
import { seededRandom } from "./people/random.ts";

const MINUTE_MS = 60_000;
/** Of a hundred guests: how many open a mail, and from which on a machine does. */
const OPENING = 41;
const MACHINES = 85;

type Reached = Awaited<ReturnType<typeof reachedSince>>[number];

/** A number from 0 to 99, the same for the same guest of the same message. */
const drawn = ({ push_action_id, customer_id }: Reached) =>
  ((customer_id * 7_919 + push_action_id * 104_729) >>> 3) % 100;

/**
 * Of the mails of this day some are opened within two days, some of these lead to a click, and some are opened by a machine at once.
 * @returns what hotels are told: bookings of some who opened, by facility, with what has become of them by `today`.
 */
export async function demoReactions(
  app: App,
  accountId: number,
  programme: DemoProgramme,
  today: CalendarDate,
): Promise<Map<string, DemoBookingRow[]>> {
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const reached = await reachedSince(tx, accountId, "mail", app.clock.now());
    await recordMessageEvents(tx, accountId, reached.flatMap(reactionsOf));
    const coming = reached.filter((one) => drawn(one) < OPENING && drawn(one) % 3 === 0);
    return returnsOf(programme, coming, await guestsOf(tx, accountId, coming), todayOf(app.clock), today);
  });
}

function reactionsOf(message: Reached): MessageEvent[] {
  const n = drawn(message);
  const { push_action_id: pushActionId, customer_id: customerId, sent_at: sentAt } = message;
  const event = (kind: MessageEvent["kind"], minutes: number, more: Partial<MessageEvent> = {}): MessageEvent => ({
    providerEventId: `demo-${kind}-${pushActionId}-${customerId}`,
    kind,
    happenedAt: new Date(sentAt.getTime() + minutes * MINUTE_MS),
    pushActionId,
    customerId,
    ...more,
  });
  if (n >= MACHINES) return [event("opened", 0.1, { isMachine: true })];
  if (n >= OPENING) return [];
  const opened = event("opened", 20 + n * 67);
  return n % 4 === 0 ? [opened, event("clicked", 22 + n * 67, { linkNo: 1 })] : [opened];
}

type Guest = Record<"guest_name" | "guest_name_kana" | "email" | "tel" | "member_number", string>;

async function guestsOf(tx: Tx, accountId: number, coming: readonly Reached[]): Promise<Map<number, Guest>> {
  const rows = await tx.all<Guest & { id: number }>`select customer.id, customer.name as guest_name,
      coalesce(customer.name_kana, '') as guest_name_kana, coalesce(customer.email, '') as email, coalesce(customer.tel, '') as tel,
      coalesce(customer.member_number, '') as member_number
    from customers customer
    where customer.account_id = ${accountId} and customer.id = any(${coming.map((one) => one.customer_id)}::bigint[])`;
  return new Map(rows.map(({ id, ...guest }) => [id, guest]));
}

function returnsOf(
  programme: DemoProgramme,
  coming: readonly Reached[],
  guests: ReadonlyMap<number, Guest>,
  day: CalendarDate,
  today: CalendarDate,
): Map<string, DemoBookingRow[]> {
  const rows = coming.map((message) => {
    const random = seededRandom(`demo return ${message.push_action_id} ${message.customer_id}`);
    const place = weighted(programme.facilities, random);
    const reserved_date = addDays(day, random.int(2, 25));
    const booked = bookedOf(place, addDays(reserved_date, random.int(7, 45)), random.pick([1, 1, 2]), random);
    const row = outcomeOf({ ...booked, reservation_status: "予約", reserved_date }, random, today);
    const code = `${place.code}-R${message.push_action_id}-${message.customer_id}`;
    const paid = row.confirmed_date ? { transaction_code: `D-${code}` } : {};
    return { place, row: { ...guests.get(message.customer_id), ...row, ...paid, reservation_code: code } };
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place.code);
  return new Map([...byPlace].map(([code, some]) => [code, some.map(({ row }) => row)]));
}
