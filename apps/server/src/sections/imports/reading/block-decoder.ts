import {
  asBuffer,
  decodeForDisplay,
  decodeStrict,
  type FileEncoding,
  hasUtf8Bom,
  physicalLines,
} from "./detect-encoding.ts";
import { MAX_RAW_LENGTH, MAX_RECORD_SIZE, type RowProblem } from "./problems.ts";

const LF = 0x0a;
const CR = 0x0d;

/** Decoded whole lines, or one physical line that cannot be read. */
export type DecodedLines = { text: string } | { problem: RowProblem; raw: string };

/**
 * Turns bytes into text, always cut behind a line break, so that no character and no CR LF pair is torn. A block that does
 * not decode is gone through line by line, so that only the lines at fault are refused.
 */
export class BlockDecoder {
  readonly #encoding: FileEncoding;
  #pending: Buffer = Buffer.alloc(0);
  #atStart = true;
  #discarding = false;
  #skipLf = false;

  constructor(encoding: FileEncoding) {
    this.#encoding = encoding;
  }

  push(chunk: Uint8Array): DecodedLines[] {
    let bytes = asBuffer(chunk);
    if (this.#discarding || this.#skipLf) bytes = this.#afterDiscarded(bytes);
    if (this.#pending.length > 0) bytes = Buffer.concat([this.#pending, bytes]);
    if (this.#atStart) {
      if (bytes.length < 3) return this.#keep(bytes);
      this.#atStart = false;
      if (hasUtf8Bom(bytes) && this.#encoding !== "shift_jis") bytes = bytes.subarray(3);
    }
    // Without a line feed it is a file with CR alone; a CR at the very end may be half of CR LF.
    const cut = bytes.lastIndexOf(LF) + 1 || (bytes.length > 1 ? bytes.lastIndexOf(CR, bytes.length - 2) + 1 : 0);
    const pieces = cut > 0 ? this.#decode(bytes.subarray(0, cut)) : [];
    const rest = bytes.subarray(cut);
    if (rest.length <= MAX_RECORD_SIZE) {
      this.#keep(rest);
      return pieces;
    }
    pieces.push({
      problem: "cell_too_long",
      raw: decodeStart(rest, this.#encoding),
    });
    this.#keep(rest.subarray(0, 0));
    this.#discarding = true;
    if (rest.at(-1) === CR) {
      this.#discarding = false;
      this.#skipLf = true;
    }
    return pieces;
  }

  /** The last line, where the file does not end with a line break. */
  end(): DecodedLines[] {
    let rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    if (this.#atStart && hasUtf8Bom(rest)) rest = rest.subarray(3);
    return rest.length > 0 ? this.#decode(rest) : [];
  }

  #keep(rest: Buffer): DecodedLines[] {
    // A copy: a view would hold the whole chunk in memory.
    this.#pending = rest.length > 0 ? Buffer.from(rest) : Buffer.alloc(0);
    return [];
  }

  #afterDiscarded(bytes: Buffer): Buffer {
    if (this.#skipLf) {
      if (bytes.length === 0) return bytes;
      this.#skipLf = false;
      return bytes[0] === LF ? bytes.subarray(1) : bytes;
    }
    const index = bytes.findIndex((byte) => byte === LF || byte === CR);
    if (index < 0) return bytes.subarray(0, 0);
    this.#discarding = false;
    if (bytes[index] === LF) return bytes.subarray(index + 1);
    this.#skipLf = true;
    return this.#afterDiscarded(bytes.subarray(index + 1));
  }

  #decode(block: Buffer): DecodedLines[] {
    const whole = decodeStrict(block, this.#encoding);
    if (whole !== null) return [{ text: whole }];
    const pieces: DecodedLines[] = [];
    let good = "";
    for (const line of physicalLines(block)) {
      const text = decodeStrict(line, this.#encoding);
      if (text !== null) {
        good += text;
        continue;
      }
      if (good !== "") pieces.push({ text: good });
      good = "";
      pieces.push({ problem: "undecodable", raw: withoutLineBreak(decodeForDisplay(line, this.#encoding)) });
    }
    if (good !== "") pieces.push({ text: good });
    return pieces;
  }
}

function withoutLineBreak(text: string): string {
  return text.replace(/\r?\n$|\r$/, "");
}

function decodeStart(bytes: Buffer, encoding: FileEncoding): string {
  const start = bytes.subarray(0, MAX_RAW_LENGTH);
  return decodeStrict(start, encoding) ?? decodeForDisplay(start, encoding);
}
