import { client } from "../../api/client.ts";

const RETRY_AFTER_MS = 1_500;

/** The file can no longer be read: it was changed, moved or locked after it was chosen. */
export class FileUnreadableError extends Error {}

type Sending = {
  importId: number;
  file: File;
  /** Bytes of one piece, as the server said. */
  pieceBytes: number;
  /** Bytes the server already has: whole pieces, or all of the file. */
  received: number;
  onProgress: (received: number) => void;
  signal: AbortSignal;
};

/** Sends the missing pieces one after the other; a piece that fails is sent once more before the whole thing gives up. */
export async function sendFile({ importId, file, pieceBytes, received, onProgress, signal }: Sending): Promise<void> {
  const pieces = Math.ceil(file.size / pieceBytes);
  for (let seq = Math.floor(received / pieceBytes); seq < pieces; seq++) {
    const body = await readPiece(file, seq * pieceBytes, pieceBytes);
    const answer = await twice(
      () => client.imports.uploadChunk({ params: { id: importId, seq: wireSeq(seq) }, body }, { signal }),
      signal,
    );
    onProgress(answer.bytes_received);
  }
}

// The contract takes positive numbers and, for the first piece, the digit as text.
function wireSeq(seq: number): number | "0" {
  return seq === 0 ? "0" : seq;
}

async function readPiece(file: File, start: number, length: number): Promise<Blob> {
  try {
    // Read here and not by the request, so that an unreadable file can be distinguished from a broken connection.
    const bytes = await file.slice(start, start + length).arrayBuffer();
    return new Blob([bytes], { type: "application/octet-stream" });
  } catch {
    throw new FileUnreadableError();
  }
}

async function twice<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    signal.throwIfAborted();
    return act();
  }
}
