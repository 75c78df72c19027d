import type { SourceValueField } from "@okaeri/domain/stays/source-values";
import type { Tx } from "../../database/connection.ts";
import type { Channels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds, wordOfFeed } from "../accounts/customer-types.read.ts";
import { recordSourceValues, type UnknownSourceValue } from "../accounts/source-values.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { PreparedReservation } from "./prepare-row.ts";
import { bookingChannelOf } from "./reservation-work.ts";

/** Words of these lines for the account's own types and channels that nobody knows: taken for nothing, and not without a word. */
export async function noteUnknownWords(
  tx: Tx,
  ctx: IntakeContext,
  lines: readonly PreparedReservation[],
  known: { channels: Channels; reservationOf: ReadonlyMap<number, number> },
): Promise<void> {
  const typed = lines.some(({ row }) => row.customer_type !== null);
  const typeOf = typed ? await customerTypeIds(tx, ctx.accountId) : new Map<string, number>();
  const reported = lines.flatMap((line): UnknownSourceValue[] => {
    const { row, channelNames, codeSpace: space, lineNo } = line;
    const [code, channel] = channelNames;
    const type = row.customer_type;
    const unknown: [SourceValueField, string | null][] = [];
    if (type !== null && !typeOf.has(wordOfFeed(space, type)) && !typeOf.has(type.toLowerCase()))
      unknown.push(["customer_type", type]);
    if (bookingChannelOf(line, known.channels) === undefined)
      unknown.push(["booking_channel", channel ?? row.booking_channel ?? code ?? null]);
    const batchId = ctx.batchOf?.(lineNo) ?? ctx.importBatchId;
    const reservationId = known.reservationOf.get(lineNo) ?? null;
    return unknown.flatMap(([field, word]) => (word ? [{ space, field, word, batchId, reservationId }] : []));
  });
  await recordSourceValues(tx, ctx, reported);
}
