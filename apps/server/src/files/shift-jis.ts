import iconv from "iconv-lite";

/** Stands for a character that Shift_JIS does not have, as printers' proofs have it; a question mark could have been typed. */
const MISSING = "〓";
// Unicode has two of each; Windows' table knows the other one. A reader sees the same sign.
const TWINS: ReadonlyMap<string, string> = new Map([
  ["\u301c", "\uff5e"], // 〜 → ～
  ["\u2212", "\uff0d"], // − → －
  ["\u2016", "\u2225"], // ‖ → ∥
  ["\u2014", "\u2015"], // — → ―
  ["\u00a2", "\uffe0"], // ¢ → ￠
  ["\u00a3", "\uffe1"], // £ → ￡
  ["\u00ac", "\uffe2"], // ¬ → ￢
  ["\u00a6", "\uffe4"], // ¦ → ￤
  ["\u00a0", " "],
]);
// か followed by a voicing mark of its own, as some systems write が.
const DECOMPOSED = /[\u3040-\u30ff][\u3099\u309a]/g;

const known = new Map<string, string>();

/** The character as Shift_JIS (Windows' table, CP932) can hold it; MISSING where it cannot. */
function held(character: string): string {
  const seen = known.get(character);
  if (seen !== undefined) return seen;
  const twin = TWINS.get(character) ?? character;
  // The table takes one yen sign and one overline for their ASCII twins, which screens in Japan show as such.
  const there = twin === "\u00a5" || twin === "\u203e" || iconv.decode(iconv.encode(twin, "CP932"), "CP932") === twin;
  const answer = there ? twin : MISSING;
  known.set(character, answer);
  return answer;
}

/** `text` for Shift_JIS, and the characters that are lost in it. Whole characters only: the text must not end within a pair. */
export function forShiftJis(text: string): { text: string; lost: string[] } {
  const lost: string[] = [];
  const encodable = text
    .replace(DECOMPOSED, (pair) => pair.normalize("NFC"))
    .replace(/[^\0-\x7f]/gu, (character) => {
      const answer = held(character);
      if (answer === MISSING && character !== MISSING) lost.push(character);
      return answer;
    });
  return { text: encodable, lost };
}

/** Every piece is whole lines, so each can be encoded by itself. */
export async function* encodeShiftJis(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield iconv.encode(forShiftJis(piece).text, "CP932");
}
