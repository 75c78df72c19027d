// What the conversions of a programme must be: read from its facts alone, with plain dates. It knows nothing of the product's own tables
// of conversions.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const dayOf = (ms: number) => new Date(ms + 9 * HOUR).toISOString().slice(0, 10);
/** What a booking cost whose price was not reported. */
const UNKNOWN = "?";
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY;

export type Booking = {
  id: number;
  customer_id: number | null;
  reserved: string | null;
  reported_at: Date | null;
  /** Null: not reported. */
  price: number | null;
  cancelled: boolean;
  active: boolean;
  lead: number | null;
};
export type Stay = { booking: number; until: string; price: number };
export type Message = { push: number; guest: number; action: number; about: number | null; moment: Date };
export type Event = { id: number; kind: string; push: number; guest: number; moment: Date; machine: boolean };
export type Use = { id: number; booking: number; action: number; day: string; about: number | null };
export type Facts = {
  window: number;
  into: Map<number, number>;
  bookings: Booking[];
  stays: Stay[];
  messages: Message[];
  events: Event[];
  uses: Use[];
};
type Touch = { touch: "use" | "click" | "delivery"; action: number; at: number; id: number; day?: string };

/** `booking: touch action, booked on and for, stayed until and for`, of each booking that a campaign brought. */
export function attributionsOf({ window, into, bookings, stays, messages, events, uses }: Facts): string[] {
  const living = (guest: number | null) => (guest === null ? null : (into.get(guest) ?? guest));
  const clicks = events.filter(({ kind, machine, push, guest, moment }) => {
    const delivered = events.filter((one) => one.kind === "delivered" && one.push === push && one.guest === guest);
    const soon =
      delivered.length > 0 && moment.getTime() <= Math.min(...delivered.map((one) => one.moment.getTime())) + 60_000;
    return kind === "clicked" && !machine && !soon;
  });
  return bookings.flatMap((booking) => {
    if (!booking.active || booking.lead !== null || booking.customer_id === null) return [];
    const reports = bookings.filter((one) => one.id === booking.id || one.lead === booking.id).map(({ id }) => id);
    const before = (at: Date) => {
      if (booking.reserved === null) return false;
      const days = daysBetween(dayOf(at.getTime()), booking.reserved);
      return days > 0 ? days <= window : days === 0 && (booking.reported_at === null || booking.reported_at > at);
    };
    const used = uses
      .filter((one) => reports.includes(one.booking) && !reports.includes(one.about ?? -1))
      .map((one): Touch => ({ touch: "use", ...one, at: Date.parse(`${one.day}T00:00:00+09:00`) }));
    const sent = messages.filter(
      (one) => living(one.guest) === booking.customer_id && !reports.includes(one.about ?? -1),
    );
    const clicked = clicks.flatMap((click): Touch[] => {
      const message = sent.find((one) => one.push === click.push && one.guest === click.guest);
      if (!message || !before(click.moment)) return [];
      return [{ touch: "click", action: message.action, at: click.moment.getTime(), id: click.id }];
    });
    const delivered = sent
      .filter((one) => before(one.moment))
      .map((one): Touch => ({ touch: "delivery", action: one.action, at: one.moment.getTime(), id: one.push }));
    const latest = (touches: Touch[]) => touches.toSorted((a, b) => b.at - a.at || b.id - a.id)[0];
    const touch = latest(used) ?? latest(clicked) ?? latest(delivered);
    const stayed = stays.filter((one) => one.booking === booking.id);
    if (!touch || (booking.cancelled && stayed.length === 0)) return [];
    const until =
      stayed
        .map((one) => one.until)
        .toSorted()
        .at(-1) ?? null;
    const price = stayed.reduce((sum, one) => sum + one.price, 0);
    const reserved = booking.cancelled ? [null, 0] : [booking.reserved ?? touch.day ?? null, booking.price ?? UNKNOWN];
    return [[booking.id, touch.touch, touch.action, ...reserved, until, price].join(" ")];
  });
}

/** The same, added up: `action day: bookings and their price, stays and their price`. */
export function daysOf(attributions: readonly string[]): string[] {
  const days = new Map<string, number[]>();
  const add = (key: string, figures: number[]) =>
    days.set(
      key,
      figures.map((n, i) => n + (days.get(key)?.[i] ?? 0)),
    );
  for (const [, , action, reserved, price, until, use] of attributions.map((one) => one.split(" "))) {
    if (reserved) add(`${action} ${reserved}`, [1, price === UNKNOWN ? 0 : Number(price), 0, 0]);
    if (until) add(`${action} ${until}`, [0, 0, 1, Number(use)]);
  }
  return [...days].map(([key, figures]) => `${key} ${figures.join(" ")}`);
}
