import type { Tx } from "../../database/connection.ts";
import { unnamedCompanions } from "../stays/save-companions.ts";
import { type CompareContext, compareRows, type RefusedLine, type RowOutcome } from "./compare-rows.ts";
import { ConsequencesOfRows, type ImportConsequences } from "./consequences.ts";
import { type CustomerLine, CustomerRows, type CustomersContext } from "./customer-rows.ts";
import type { PreparedReservation } from "./prepare-row.ts";
import { customerFacts } from "./save-customer-rows.ts";
import { companionOf } from "./write-companions.ts";

export type CheckCounts = { new: number; changed: number; unchanged: number; cancelled: number; furtherRooms: number };

/** Counts what lines would do, batch by batch, as `saveRows` and `saveCustomerRows` would count them; nothing is written. */
export class CheckedRows {
  readonly counts: CheckCounts = { new: 0, changed: 0, unchanged: 0, cancelled: 0, furtherRooms: 0 };
  readonly #ctx: CompareContext & CustomersContext;
  readonly #named = new Set<string>();
  readonly #consequences: ConsequencesOfRows;
  #customers: CustomerRows | undefined;

  constructor(ctx: CompareContext & CustomersContext) {
    this.#ctx = ctx;
    this.#consequences = new ConsequencesOfRows(ctx.today);
  }

  get total(): number {
    return this.counts.new + this.counts.changed + this.counts.unchanged;
  }

  get consequences(): ImportConsequences {
    return this.#consequences.result;
  }

  /** @returns lines that are refused for what is stored. */
  async reservations(tx: Tx, lines: readonly PreparedReservation[]): Promise<RefusedLine[]> {
    const { changing, refused, unchanged, furtherRooms } = await compareRows(tx, this.#ctx, lines);
    this.#consequences.add(changing.map(({ line }) => line.row));
    const outcomes = changing.flatMap((one) => [...one.outcomes.values()]);
    const count = (outcome: RowOutcome) => outcomes.filter((one) => one === outcome).length;
    const named = await this.#companions(tx, lines);
    this.counts.new += count("new") + named;
    this.counts.changed += count("changed");
    this.counts.furtherRooms += furtherRooms;
    this.counts.unchanged += lines.length - count("new") - count("changed") - named - refused.length;
    const reported = [...changing.map(({ line }) => line), ...unchanged];
    this.counts.cancelled += reported.filter(({ row }) => row.state === "cancelled").length;
    return refused;
  }

  async customers(tx: Tx, lines: readonly CustomerLine[]): Promise<RefusedLine[]> {
    this.#customers ??= new CustomerRows(this.#ctx, await customerFacts(tx, this.#ctx.accountId));
    const { verdicts, refused } = await this.#customers.decide(tx, lines);
    for (const verdict of verdicts) this.counts[verdict]++;
    return refused;
  }

  /** How many companions no line and no stored reservation has named before. */
  async #companions(tx: Tx, lines: readonly PreparedReservation[]): Promise<number> {
    const companions = lines.filter(({ row }) => row.guest_type === "companion").map(companionOf);
    const unnamed = await unnamedCompanions(tx, this.#ctx, companions);
    let count = 0;
    for (const { code, name, name_kana, email, tel } of unnamed) {
      const key = JSON.stringify([code, name, name_kana, email, tel]);
      if (!this.#named.has(key)) count++;
      this.#named.add(key);
    }
    return count;
  }
}
