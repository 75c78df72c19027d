import { Readable } from "node:stream";
import yauzl from "yauzl";
import type { ByteSource } from "../byte-source.ts";
import { UnreadableFileError } from "../problems.ts";

const MAX_ENTRIES = 10_000;
const MEGABYTE = 1_048_576;
/** What a part may hold unpacked: a million rows of thirty columns are half a gigabyte. */
const MAX_UNPACKED = 1_024 * MEGABYTE;
/** All parts that are read of one workbook together; a sheet is gone through twice. */
const MAX_UNPACKED_IN_ALL = 3 * MAX_UNPACKED;
/** Tables pack to a tenth or twentieth; only what was made to harm packs to less than this share. */
const MAX_RATIO = 150;
const SMALL = 32 * MEGABYTE;
/** Before the name of a part. */
const LOCAL_HEADER_BYTES = 30;

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
  readonly #source: ByteSource;
  #unpacked = 0;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, source: ByteSource) {
    this.#zip = zip;
    this.#entries = entries;
    this.#source = source;
  }

  /** @throws UnreadableFileError */
  static async open(source: ByteSource): Promise<WorkbookZip> {
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
      yauzl.fromRandomAccessReader(new SourceReader(source), source.size, options, (error, opened) =>
        error ? reject(unreadable(error)) : resolve(opened),
      );
    });
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFileError("xlsx_too_large");
    const entries = new Map<string, yauzl.Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on("entry", (entry: yauzl.Entry) => {
        // Which of two is meant, Excel and others decide differently.
        if (entries.has(entry.fileName)) return reject(new UnreadableFileError("xlsx_broken"));
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on("end", resolve);
      zip.on("error", (error) => reject(unreadable(error)));
      zip.readEntry();
    });
    refuseOverlaps([...entries.values()]);
    return new WorkbookZip(zip, entries, source);
  }

  /** Bytes of a part, unpacked. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 1;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws UnreadableFileError where the part is missing, damaged, locked, or too large. */
  async *text(name: string, most: number = MAX_UNPACKED): AsyncGenerator<string> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new UnreadableFileError("xlsx_broken");
    const { uncompressedSize: size, compressedSize: packed } = entry;
    if (entry.isEncrypted()) throw new UnreadableFileError("xlsx_encrypted");
    if (size > most || (size > SMALL && size > packed * MAX_RATIO)) throw new UnreadableFileError("xlsx_too_large");
    const stream = await new Promise<Readable>((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, opened) => (error ? reject(unreadable(error)) : resolve(opened))),
    );
    const decoder = new TextDecoder("utf-8", { fatal: true });
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        this.#source.strain?.();
        this.#unpacked += chunk.length;
        if (this.#unpacked > MAX_UNPACKED_IN_ALL) throw new UnreadableFileError("xlsx_too_large");
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw unreadable(error);
    } finally {
      stream.destroy();
    }
  }
}

/** A limit of the reader that was reached inside the library keeps its own name. */
const unreadable = (error: unknown) =>
  error instanceof UnreadableFileError ? error : new UnreadableFileError("xlsx_broken");

/** Parts that share bytes are how a small file unpacks to a large one; no program that packs writes them. */
function refuseOverlaps(entries: readonly yauzl.Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { relativeOffsetOfLocalHeader: start, compressedSize } = entry;
    if (start < end) throw new UnreadableFileError("xlsx_broken");
    end = start + LOCAL_HEADER_BYTES + compressedSize;
  }
}
