import { type ReadOptions, type ReadRow, type RowBatch, readRows } from "./read-rows.ts";

/** The bytes in pieces of `size`, as an upload would deliver them. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** All rows of a file given as text or bytes. */
export async function rowsOf(
  file: string | Uint8Array,
  options: Partial<ReadOptions> & { chunk?: number } = {},
): Promise<ReadRow[]> {
  return (await batchesOf(file, options)).flatMap((batch) => batch.rows);
}

export async function batchesOf(
  file: string | Uint8Array,
  { chunk = 65_536, ...options }: Partial<ReadOptions> & { chunk?: number } = {},
): Promise<RowBatch[]> {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  return collect(readRows(inChunks(bytes, chunk), { encoding: "utf-8", delimiter: ",", ...options }));
}

/** Everything an asynchronous source gives. */
export async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}
