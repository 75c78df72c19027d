import { addDays, type CalendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { TestApp } from "../../test/app.ts";

// Which messages the demo's four campaigns owe whom on a day, from bookings, stays, birthdays and consents alone. Nothing here is the
// product's: neither its conditions nor its functions are asked, only rows.

export type Message = { campaign: string; customerId: number; reservationId: number | null; day: CalendarDate };

type Guest = { id: number; birthday: CalendarDate | null; reachable: boolean; agreed: boolean };
type Booking = {
  id: number;
  customerId: number;
  checkIn: CalendarDate;
  isOpen: boolean;
  /** Who walks in has not booked. */
  isBooked: boolean;
};
type Stay = { customerId: number; reservationId: number; checkOut: CalendarDate };
export type Rows = { guests: Map<number, Guest>; bookings: Booking[]; stays: Stay[] };

/** The rows of one programme as they are now. */
export async function rowsNow(past: TestApp["past"], accountId: number): Promise<Rows> {
  const all = async <T extends object>(statement: ReturnType<typeof sql<T>>) =>
    past.asSystem(async (tx) => (await statement.execute(tx.db)).rows);
  const guests = await all(sql<Guest>`select customer.id, customer.birthday,
      customer.email is not null and customer.email_state = 'valid' and not exists (select from suppressions suppression
        where suppression.account_id = customer.account_id and suppression.address = lower(customer.email)) as reachable,
      coalesce((select consent.state = 'given' from customer_consents consent
        where consent.account_id = customer.account_id and consent.customer_id = customer.id and consent.channel = 'mail'
          and consent.purpose = 'marketing'
        order by consent.id desc limit 1), false) as agreed
    from customers customer
    where customer.account_id = ${accountId} and customer.active_status = 'active' and customer.merged_into is null
      and customer.erased_at is null`);
  const bookings = await all(sql<Booking>`select reservation.id, reservation.customer_id as "customerId",
      reservation.check_in_date as "checkIn",
      reservation.cancel_date is null and not reservation.is_no_show as "isOpen",
      reservation.reservation_status = 'reserved' as "isBooked"
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and reservation.active_status = 'active' and reservation.linked_to_id is null
      and reservation.customer_id is not null`);
  const stays =
    await all(sql<Stay>`select stay.customer_id as "customerId", stay.stay_reservation_id as "reservationId",
      stay.check_out_date as "checkOut"
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.reversed_at is null and stay.customer_id is not null`);
  return { guests: new Map(guests.map((guest) => [guest.id, guest])), bookings, stays };
}

const HISTORY_DAYS = 365;

/**
 * What is owed at ten in the morning of `day`, by the rows at noon: who left this day was told of since then, and what was booked,
 * moved or called off in the evening before is in them. `before`: all that was owed on earlier days.
 */
export function owedOn(day: CalendarDate, rows: Rows, before: readonly Message[]): Message[] {
  const stays = rows.stays.filter(({ checkOut }) => checkOut < day);
  const coming = new Set(
    rows.bookings.filter(({ isOpen, checkIn }) => isOpen && checkIn >= day).map(({ customerId }) => customerId),
  );
  const staysOf = Map.groupBy(stays, ({ customerId }) => customerId);
  const owed: Message[] = [];
  const owe = (campaign: string, customerId: number, reservationId: number | null, agreed: boolean) => {
    const guest = rows.guests.get(customerId);
    if (guest?.reachable && (guest.agreed || !agreed)) owed.push({ campaign, customerId, reservationId, day });
  };
  const wasOwed = (campaign: string, is: (message: Message) => boolean) =>
    before.some((message) => message.campaign === campaign && is(message));

  for (const guest of rows.guests.values()) {
    const count = staysOf.get(guest.id)?.length ?? 0;
    if (count < 2) continue;
    if (guest.birthday !== null && guest.birthday.slice(5) === addDays(day, 14).slice(5))
      if (!wasOwed("birthday", ({ customerId }) => customerId === guest.id)) owe("birthday", guest.id, null, true);
    if (!day.endsWith("-01")) continue;
    const last =
      (staysOf.get(guest.id) ?? [])
        .map(({ checkOut }) => checkOut)
        .toSorted()
        .at(-1) ?? day;
    const away = daysBetween(last, day);
    const lately = wasOwed(
      "defection",
      (message) => message.customerId === guest.id && daysBetween(message.day, day) < HISTORY_DAYS,
    );
    if (away >= 270 && away <= 540 && !coming.has(guest.id) && !lately) owe("defection", guest.id, null, true);
  }
  for (const { id, customerId, checkIn, isOpen, isBooked } of rows.bookings)
    if (
      isOpen &&
      isBooked &&
      checkIn === addDays(day, 3) &&
      !wasOwed("arrival", ({ reservationId }) => reservationId === id)
    )
      owe("arrival", customerId, id, false);
  for (const { customerId, reservationId, checkOut } of stays)
    if (checkOut === addDays(day, -1) && !wasOwed("thanks", (message) => message.reservationId === reservationId))
      owe("thanks", customerId, reservationId, true);
  return owed;
}

/** The same shape, of what the product says it has sent. */
export async function sentBy(past: TestApp["past"], campaigns: ReadonlyMap<number, string>): Promise<Message[]> {
  const ids = [...campaigns.keys()];
  const { rows } = await past.pool.query<{
    campaign_id: number;
    customer_id: number;
    stay_reservation_id: number | null;
    day: CalendarDate;
  }>(
    `select push.campaign_id, target.customer_id, push.stay_reservation_id,
        (target.sent_at at time zone 'Asia/Tokyo')::date as day
      from push_actions push
      join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
      where push.campaign_id = any($1) and push.channel = 'mail' and target.outcome in ('sent', 'unknown')`,
    [ids],
  );
  return rows.map((row) => ({
    campaign: campaigns.get(row.campaign_id) ?? "",
    customerId: row.customer_id,
    reservationId: row.stay_reservation_id,
    day: row.day,
  }));
}

const lineOf = ({ day, campaign, customerId, reservationId }: Message) =>
  `${day} ${campaign} guest ${customerId} reservation ${reservationId ?? "-"}`;

/** What is owed and was not sent, and what was sent more often than it was owed; both empty: each once and no other. */
export function differences(owed: readonly Message[], sent: readonly Message[]) {
  const left = owed.map(lineOf);
  const more = sent.map(lineOf).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { missing: left, more };
}
