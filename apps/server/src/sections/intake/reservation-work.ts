import { setImmediate } from "node:timers/promises";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { type Reported, type ReportedField, storableValue, type Values } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import type { Channels } from "../accounts/booking-channels.read.ts";
import { giveUpTransactionCodes, type KnownReservation, takenTransactionCodes } from "../stays/known-reservations.ts";
import { type ReadyWork, type ReservationWork, readyWork } from "../stays/stage-reservations.ts";
import type { ComparedLine } from "./compare-rows.ts";
import { waitingDetails } from "./guest-of-line.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { Item } from "./item.ts";
import type { ChangeNote } from "./note-changes.ts";
import type { PreparedReservation } from "./prepare-row.ts";

/** The reservation becomes a stay by this line. */
export const isNewStay = ({ line, known }: ComparedLine) => line.row.state === "stayed" && !known?.stay_id;

type Given = { codes: ReadonlyMap<Item, string>; stayIds: number[] };

/** Lines that are taken without a pause. */
const PIECE_ROWS = 250;

/** What is to be stored of each line, and which stays' effects are to be taken back before. Asks nobody, and stops between pieces. */
export async function makeWork(
  ctx: IntakeContext,
  items: readonly Item[],
  channels: Channels,
  given: Given,
): Promise<{ work: ReservationWork[]; reverse: number[]; ready: ReadyWork }> {
  const work: ReservationWork[] = [];
  const reverse: number[] = [];
  for (let from = 0; from < items.length; from += PIECE_ROWS) {
    await setImmediate();
    const piece = workOf(ctx, items.slice(from, from + PIECE_ROWS), channels, given);
    work.push(...piece.work);
    reverse.push(...piece.reverse);
  }
  return { work, reverse, ready: await readyWork(work) };
}

function workOf(ctx: IntakeContext, items: readonly Item[], channels: Channels, { codes, stayIds }: Given) {
  const reverse: number[] = [];
  const work = items.map((item): ReservationWork => {
    const { row, codeSpace, reported, reportTimes } = item.line;
    const { known } = item;
    const hasStay = row.state === "stayed";
    if (known?.stay_id && !known.stay_reversed && (!hasStay || changesEffects(known, item)))
      reverse.push(known.stay_id);
    const detail = storableValue(reported, "use_price_detail");
    return {
      account_id: ctx.accountId,
      reservation_id: item.reservationId,
      is_new: known === null,
      guest_is_new: item.person?.isNew === true,
      code_space: codeSpace,
      customer_id: item.person?.id ?? null,
      reservation_system_virtual: reportedOr(reported, "reservation_system_virtual", ""),
      reservation_system_code: reportedOr(reported, "reservation_system_code", ""),
      reservation_system_name: row.booking_channel ?? "",
      account_booking_channel_id: channelToStore(item, channels),
      original_reservation_code: row.reservation_code,
      plan_code: row.plan_code ?? "",
      reserved_price: row.reserved_price,
      reserved_payment_price: row.reserved_payment_price,
      reserved_min_room_count: reportedOr(reported, "reserved_min_room_count", 1),
      reserved_date: row.reserved_date,
      check_in_date: row.check_in_date,
      check_out_date: row.check_out_date,
      tel: item.line.tel ?? row.tel,
      reservation_status: row.reservation_status,
      cancel_date: row.cancel_date,
      is_no_show: row.state === "no_show",
      group_type: row.group_type,
      language_code: row.language_code,
      source_updated_at: row.source_updated_at,
      stay_updated_at: row.stay_updated_at,
      report_times: reportTimes === null ? null : JSON.stringify(reportTimes),
      content_hash: `\\x${item.line.contentHash}${item.line.guestDigest}`,
      guest_name: row.guest_name,
      guest_name_kana: row.guest_name_kana,
      guest_email: item.line.email,
      // The contact of a group did not state these about themselves.
      guest_birthday: row.group_type === "group" ? null : row.birthday,
      guest_gender: row.group_type === "group" ? null : row.gender,
      waiting_reason: item.waits,
      waiting_details: item.person === null ? waitingDetails(item.line) : null,
      adult_count: row.adult_count,
      child_count: row.child_count,
      room_type: row.room_type ?? "",
      room_code: row.room_code ?? "",
      stay_id: known?.stay_id ?? (isNewStay(item) ? (stayIds.pop() ?? null) : null),
      is_new_stay: isNewStay(item),
      has_stay: hasStay,
      transaction_code: codes.get(item) ?? null,
      confirmed_date: row.confirmed_date,
      use_price: row.use_price,
      // A settled stay without a stated payment was paid.
      payment_price: hasStay ? (row.payment_price ?? row.use_price) : null,
      use_price_detail: detail === null ? null : JSON.stringify(detail),
      is_online_check_in: reportedOr(reported, "is_online_check_in", false),
      is_online_check_out: reportedOr(reported, "is_online_check_out", false),
    };
  });
  return { work, reverse };
}

/** What is told, `empty` where a blank was; null where nobody says anything. */
function reportedOr<F extends ReportedField>(reported: Reported, field: F, empty: Values[F]): Values[F] | null {
  return reported.values[field] === null ? empty : storableValue(reported, field);
}

/** The account's booking channel that a line names, by the sender's own code first. */
export function bookingChannelOf(
  { row, channelNames, codeSpace }: PreparedReservation,
  channels: Channels,
): number | undefined {
  const names = [...channelNames, row.booking_channel];
  return names.flatMap((name) => (name ? [channels.idFrom(codeSpace, name)] : [])).find((id) => id !== undefined);
}

/** What is stored where no line names a channel anew. */
function channelToStore({ line, known }: Item, channels: Channels): number | null {
  const stored = line.keepsChannel ? known?.account_booking_channel_id : null;
  return stored ?? bookingChannelOf(line, channels) ?? null;
}

/**
 * One folio may cover several reservations. The stay of the first of them by reservation code has the folio's code, the others have it
 * with their own reservation code behind it, in whatever order they arrive: the order of a guest's evening follows from these codes.
 */
export async function codesOfStays(tx: Tx, ctx: IntakeContext, items: readonly Item[]) {
  const stayed = items.filter((item) => item.line.row.transaction_code !== null);
  const codes = new Map<Item, string>();
  const displaced: ChangeNote[] = [];
  for (const [space, own] of Map.groupBy(stayed, (item) => item.line.codeSpace)) {
    const within = await codesWithin(tx, ctx, space, own);
    for (const [item, code] of within.codes) codes.set(item, code);
    for (const { reservation_id: id, code } of within.displaced)
      displaced.push({ entity: "folio", id, row_outcome: "changed", before: { transaction_code: code } });
  }
  return { codes, displaced };
}

async function codesWithin(tx: Tx, ctx: IntakeContext, space: CodeSpace, stayed: readonly Item[]) {
  const folioOf = ({ line: { row } }: Item) => row.transaction_code ?? row.reservation_code;
  const holders = await takenTransactionCodes(tx, ctx, space, [...new Set(stayed.map(folioOf))]);
  const first = new Map(holders);
  for (const item of stayed) {
    const mine = { reservation_id: item.reservationId, reservation_code: item.line.row.reservation_code };
    const other = first.get(folioOf(item));
    if (other === undefined || mine.reservation_code < other.reservation_code) first.set(folioOf(item), mine);
  }
  const displaced = [...holders].filter(([code, held]) => first.get(code)?.reservation_id !== held.reservation_id);
  const given = await giveUpTransactionCodes(
    tx,
    ctx,
    displaced.map(([code, { reservation_id, reservation_code }]) => ({
      reservation_id,
      code: `${code}/${reservation_code}`,
    })),
  );
  const codes = stayed.map((item): [Item, string] => {
    const code = folioOf(item);
    const isFirst = first.get(code)?.reservation_id === item.reservationId;
    return [item, isFirst ? code : `${code}/${item.line.row.reservation_code}`];
  });
  return { codes, displaced: given };
}

function changesEffects({ stored, stay_customer_id }: KnownReservation, { line: { row }, person }: Item): boolean {
  return (
    stored?.stay?.use_price !== row.use_price ||
    stored.check_in_date !== row.check_in_date ||
    stored.check_out_date !== row.check_out_date ||
    stay_customer_id !== (person?.id ?? null) ||
    stored.plan_code !== (row.plan_code ?? "")
  );
}
