import type { Tx } from "../../database/connection.ts";
import { type Companion, type NamedCompanions, replaceCompanions, saveCompanions } from "../stays/save-companions.ts";
import { reportedList } from "./compare-rows.ts";
import { waitingDetails } from "./guest-of-line.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { Item } from "./item.ts";
import type { PreparedReservation } from "./prepare-row.ts";

export type WrittenCompanions = {
  /** What lines about companions did. */
  byLine: NamedCompanions;
  /** Who was not named before, by whichever kind of line. */
  named: NamedCompanions["named"];
};

/** Those with a line of their own first; then of reservations whose lines name all companions, these and no others. */
export async function writeCompanions(
  tx: Tx,
  ctx: IntakeContext,
  lines: readonly PreparedReservation[],
  items: readonly Item[],
): Promise<WrittenCompanions> {
  const companions = lines.filter(({ row }) => row.guest_type === "companion");
  const byLine = await saveCompanions(tx, ctx, companions.map(companionOf));
  const replaced = await replaceCompanions(tx, ctx, companionsOf(items));
  return { byLine, named: [...byLine.named, ...replaced.named] };
}

/** Of lines that name their companions: all of them. */
function companionsOf(items: readonly Item[]) {
  return items.flatMap(({ line, reservationId }) => {
    const reported = reportedList(line, "companions") as readonly PreparedReservation[] | null;
    return reported ? [{ reservationId, companions: reported.map(companionOf) }] : [];
  });
}

export function companionOf(line: PreparedReservation): Companion {
  const { row, tel, email } = line;
  return {
    code_space: line.codeSpace,
    code: row.reservation_code,
    check_in_date: row.check_in_date,
    check_out_date: row.check_out_date,
    name: row.guest_name,
    name_kana: row.guest_name_kana,
    email,
    tel: tel ?? row.tel,
    details: waitingDetails(line),
  };
}
