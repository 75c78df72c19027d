import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { stayState } from "@okaeri/domain/stays/derived-state";
import type { ReservationRow } from "@okaeri/domain/stays/reservation-row";

/** What bookings become that an import writes. A booking is one of `reservations`, `stays`, `cancelled` and `no_shows`. */
export type ImportConsequences = {
  reservations: number;
  stays: number;
  cancelled: number;
  no_shows: number;
  /** Of the no-shows, those that nobody called so: their days are over, and no line says that the guest came. */
  no_shows_by_date: number;
  /** Of the stays, by month of check-out. */
  months: { month: string; stays: number; use_price: number }[];
};

type ReportedState = Pick<ReservationRow, "state" | "check_in_date" | "check_out_date" | "cancel_date" | "use_price">;

/** Adds up what rows become as they will be stored. */
export class ConsequencesOfRows {
  readonly #today: CalendarDate;
  readonly #counts = { reservations: 0, stays: 0, cancelled: 0, no_shows: 0, no_shows_by_date: 0 };
  readonly #months = new Map<string, { stays: number; use_price: number }>();

  constructor(today: CalendarDate) {
    this.#today = today;
  }

  add(rows: readonly ReportedState[]): void {
    for (const row of rows) {
      if (row.state === "stayed") this.#addStay(row);
      else if (row.state === "cancelled") this.#counts.cancelled++;
      else if (row.state === "no_show") this.#counts.no_shows++;
      else if (stayState({ ...row, confirmed: false }, this.#today) === "no_show") {
        this.#counts.no_shows++;
        this.#counts.no_shows_by_date++;
      } else this.#counts.reservations++;
    }
  }

  #addStay({ check_out_date, use_price }: ReportedState): void {
    this.#counts.stays++;
    const month = check_out_date.slice(0, 7);
    const of = this.#months.get(month) ?? { stays: 0, use_price: 0 };
    this.#months.set(month, { stays: of.stays + 1, use_price: of.use_price + (use_price ?? 0) });
  }

  get result(): ImportConsequences {
    const months = [...this.#months].map(([month, of]) => ({ month, ...of }));
    return { ...this.#counts, months: months.sort((one, other) => (one.month < other.month ? -1 : 1)) };
  }
}
