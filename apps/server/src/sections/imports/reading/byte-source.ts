/** The bytes of a stored file, any part of it. */
export type ByteSource = {
  size: number;
  /** From `start` on, up to but without `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  /** Called at each step of the work. @throws UnreadableFileError where it has cost more than a file may. */
  strain?(): void;
};
