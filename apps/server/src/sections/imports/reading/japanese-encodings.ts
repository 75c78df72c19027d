import { isAscii, isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { decodeStrict, physicalLines } from "./detect-encoding.ts";

/** What switches to a table of Japanese characters in ISO-2022-JP. */
const SWITCHES = ["$@", "$B", "(J", "(I"].map((table) => `\u001b${table}`);
/** First bytes of hiragana and katakana in EUC-JP; as CP932 they are ､ and ･. */
const KANA_ROWS = /[\xa4\xa5][\xa1-\xfe]/g;
const EUC_PAIR = /^(?:\p{ASCII}|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}|[\xa1-\xfe]{2})*$/u;
/** Half-width marks that are rare in CP932 text in half-width kana. */
const ODD_KANA = /[｡-･]|(?<![ｶ-ﾄﾊ-ﾎｳ])[ﾞﾟ]/g;
const HALF_KANA = /[｡-ﾟ]/g;

/** Longer lines are not examined, so that no pattern runs over a megabyte. */
const MAX_LINE = 16_384;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * A Japanese encoding that is not read: EUC-JP and ISO-2022-JP. EUC-JP without a byte that CP932 forbids (kana and many kanji) would be
 * read as half-width kana, and names stored as ･ｵ･ﾈ. Its pairs of bytes, and the kana they would be, distinguish the two.
 */
export function unreadJapanese(bytes: Buffer, complete: boolean): "euc_jp" | "iso_2022_jp" | null {
  if (isUtf8(bytes)) {
    const text = bytes.toString("latin1");
    return SWITCHES.some((one) => text.includes(one)) ? "iso_2022_jp" : null;
  }
  const lines = [...physicalLines(bytes)];
  if (!complete && lines.length > 1) lines.pop();
  const of = { euc: 0, other: 0 };
  let [kana, odd] = [0, 0];
  for (const line of lines) {
    if (isAscii(line) || decodeStrict(line, "utf-8") !== null) {
      if (!isAscii(line)) of.other++;
      continue;
    }
    const latin = line.toString("latin1");
    if (line.length > MAX_LINE || !EUC_PAIR.test(latin)) {
      of.other++;
      continue;
    }
    const cp932 = decodeStrict(line, "shift_jis");
    const asEuc = iconv.decode(line, "euc-jp");
    if (cp932 === null && !asEuc.includes("\ufffd")) of.euc++;
    else if (cp932 === null) of.other++;
    else if (count(latin, KANA_ROWS) * 2 >= count(latin, /[\xa1-\xfe]{2}/g) && !asEuc.includes("\ufffd")) of.euc++;
    else {
      kana += count(cp932, HALF_KANA);
      odd += count(cp932, ODD_KANA);
      if (!/^[\p{ASCII}｡-ﾟ]*$/u.test(cp932)) of.other++;
    }
  }
  if (of.euc > of.other) return "euc_jp";
  return of.euc === 0 && of.other === 0 && kana >= 4 && odd > kana / 4 ? "euc_jp" : null;
}
