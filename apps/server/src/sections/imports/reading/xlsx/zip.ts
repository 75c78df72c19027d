import { Readable } from "node:stream";
import yauzl from "yauzl";
import type { FileProblem } from "../problems.ts";

/** The bytes of a stored file, any part of it. */
export type ByteSource = {
  size: number;
  /** From `start` on, up to but without `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
};

/** The workbook as a whole cannot be read. */
export class UnreadableWorkbookError extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

const MAX_ENTRIES = 10_000;
const MEGABYTE = 1_048_576;
/** What a part may hold unpacked: a million rows of thirty columns are half a gigabyte. */
const MAX_UNPACKED = 1_024 * MEGABYTE;
/** Tables pack to a tenth or twentieth; only what was made to harm packs to less than this share. */
const MAX_RATIO = 150;
const SMALL = 32 * MEGABYTE;

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ByteSource;
  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.read(start, end), { objectMode: false });
  }
}

/** The parts of a workbook, each read as text in pieces; nothing is unpacked to anywhere. */
export class WorkbookZip {
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws UnreadableWorkbookError */
  static async open(source: ByteSource): Promise<WorkbookZip> {
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
      yauzl.fromRandomAccessReader(new SourceReader(source), source.size, options, (error, opened) =>
        error ? reject(new UnreadableWorkbookError("xlsx_broken")) : resolve(opened),
      );
    });
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableWorkbookError("xlsx_too_large");
    const entries = new Map<string, yauzl.Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on("entry", (entry: yauzl.Entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on("end", resolve);
      zip.on("error", () => reject(new UnreadableWorkbookError("xlsx_broken")));
      zip.readEntry();
    });
    return new WorkbookZip(zip, entries);
  }

  /** Bytes of a part, unpacked. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 1;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws UnreadableWorkbookError where the part is missing, damaged, locked, or too large. */
  async *text(name: string, most: number = MAX_UNPACKED): AsyncGenerator<string> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new UnreadableWorkbookError("xlsx_broken");
    const { uncompressedSize: size, compressedSize: packed } = entry;
    if (entry.isEncrypted()) throw new UnreadableWorkbookError("xlsx_encrypted");
    if (size > most || (size > SMALL && size > packed * MAX_RATIO)) throw new UnreadableWorkbookError("xlsx_too_large");
    const stream = await new Promise<Readable>((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, opened) =>
        error ? reject(new UnreadableWorkbookError("xlsx_broken")) : resolve(opened),
      ),
    );
    const decoder = new TextDecoder("utf-8");
    try {
      for await (const chunk of stream) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    } catch (error) {
      if (error instanceof UnreadableWorkbookError) throw error;
      throw new UnreadableWorkbookError("xlsx_broken");
    } finally {
      stream.destroy();
    }
  }
}
