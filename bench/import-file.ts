import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dateOf, guestAt } from "./customers-data.ts";
import { randomOf } from "./random.ts";

/** Bookings that lie ahead, which have no effects; more of them by the same guests; or settled stays, which have effects. */
export type Series = "bookings" | "more bookings" | "stays";
export type ImportFile = { path: string; rows: number; bytes: number };

const HEADER =
  "予約番号,予約状態,予約日,チェックイン日,チェックアウト日,予約金額,利用金額,プランコード,部屋タイプ,大人人数,氏名,氏名カナ,メールアドレス,電話番号";
const ROOMS = ['"和室, 10畳"', '"洋室, ツイン"', '"和洋室, 露天風呂付き"', '"特別室, 離れ"'];
const TODAY_INDEX = 1826;
const SEEDS: Record<Series, number> = { stays: 41, bookings: 42, "more bookings": 43 };
/** Reservations per guest on average. */
const PER_GUEST = 2.5;

/** A reservations file of about 150 bytes a row, with commas inside quotes; the same bytes for the same arguments. */
export async function importFile(folder: string, series: Series, rows: number): Promise<ImportFile> {
  const files = join(folder, "files");
  mkdirSync(files, { recursive: true });
  const path = join(files, `${series.replace(" ", "-")}-${rows}.csv`);
  if (!existsSync(path)) {
    // Written beside its place and moved: a killed run leaves no half file behind.
    await pipeline(Readable.from(pieces(series, rows)), createWriteStream(`${path}.part`));
    renameSync(`${path}.part`, path);
  }
  return { path, rows, bytes: statSync(path).size };
}

function* pieces(series: Series, rows: number): Generator<string> {
  const random = randomOf(SEEDS[series]);
  const stayed = series === "stays";
  const code = series === "more bookings" ? "Q" : "R";
  const guests = Math.ceil(rows / PER_GUEST);
  yield `${HEADER}\n`;
  let text = "";
  for (let row = 0; row < rows; row++) {
    const guest = guestAt(random.below(guests));
    const nights = 1 + random.below(3);
    const checkIn = stayed ? random.below(TODAY_INDEX - 4) : TODAY_INDEX + 1 + random.below(300);
    const booked = stayed ? Math.max(0, checkIn - random.below(60)) : TODAY_INDEX - random.below(60);
    const price = (8 + random.below(40)) * 1000 * nights;
    text += `${code}-${String(row + 1).padStart(8, "0")},${stayed ? "滞在済" : "予約"},${dateOf(booked)},${dateOf(checkIn)},${dateOf(checkIn + nights)},${price},`;
    text += `${stayed ? price : ""},P${random.below(12)},${ROOMS[random.below(4)]},${1 + random.below(4)},`;
    text += `${guest.name},${guest.kana},${guest.email ?? ""},${guest.tel ?? ""}\n`;
    if (text.length > 65_536) {
      yield text;
      text = "";
    }
  }
  yield text;
}
