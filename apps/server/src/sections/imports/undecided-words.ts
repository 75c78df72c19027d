import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import { normaliseWord } from "./field-values.ts";
import type { ReadRow } from "./reading/read-rows.ts";

const MAX_WORDS = 20;

/** Notes the words of states that leave bookings open whose days are over; the empty word where a line says nothing. */
export class UndecidedWords {
  readonly #column: number | undefined;
  readonly #today: CalendarDate;
  readonly #words = new Set<string>();

  constructor(column: number | undefined, today: CalendarDate) {
    this.#column = column;
    this.#today = today;
  }

  get overdue(): string[] {
    return [...this.#words].sort();
  }

  note(rows: readonly ReadRow[], lines: readonly PreparedReservation[]): void {
    const overdue = new Set(lines.flatMap((line) => (this.#isOverdue(line) ? [line.lineNo] : [])));
    if (overdue.size === 0) return;
    for (const row of rows) {
      if (this.#words.size === MAX_WORDS) return;
      if (!("cells" in row) || !overdue.has(row.lineNo)) continue;
      this.#words.add(normaliseWord(this.#column === undefined ? "" : (row.cells[this.#column] ?? "")));
    }
  }

  #isOverdue({ row }: PreparedReservation): boolean {
    return row.state === "reserved" && row.guest_type === "representative" && row.check_out_date < this.#today;
  }
}
