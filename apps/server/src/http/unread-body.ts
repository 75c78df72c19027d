import type { Readable } from "node:stream";
import { CallError } from "./errors.ts";

/** A body that is read when the call asks for its bytes: not before the caller is known and may send it. */
export class UnreadBody extends Blob {
  readonly #stream: Readable;
  readonly #most: number;

  constructor(stream: Readable, type: string, most: number) {
    super([], { type });
    this.#stream = stream;
    this.#most = most;
  }

  /** @throws CallError TOO_LARGE as soon as more has come than may. */
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.#stream as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > this.#most) throw new CallError("TOO_LARGE");
      pieces.push(piece);
    }
    return new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  }
}
