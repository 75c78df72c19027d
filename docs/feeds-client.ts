// A client for the feeds, to copy. It runs wherever fetch does; docs/feeds.md explains what it sends.

type Row = Record<string, unknown>;
type Refused = { index: number; field: string; reason: string; message: string };
export type BatchStatus = {
  status: "waiting" | "doing" | "done";
  new: number;
  changed: number;
  unchanged: number;
  refused: Refused[];
  unknown_words: { field: "customer_type" | "booking_channel"; word: string; rows: number }[];
  /** Their reservation has not come yet. */
  waiting: { index: number; reservation_code: string }[];
};

/** The batch was not stored; `fields` names each path that is wrong. */
export class FeedError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  constructor(status: number, body: { message: string; fields?: Record<string, string> }) {
    super(body.message);
    this.status = status;
    this.fields = body.fields ?? {};
  }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
const TRIES = 5;
const ROWS_OF_A_BATCH = 1_000;

export function feedClient(origin: string, key: string, channel: "plain" | "dynalution" | "s4" = "plain") {
  async function call<Answer>(path: string, request: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${key}`, ...request.headers };
    for (let tries = 1; ; tries++) {
      // Nothing came back: with the same Idempotency-Key it is safe to ask again.
      const answer = await fetch(`${origin}/feeds/${path}`, { ...request, headers }).catch(() => undefined);
      if (answer?.ok) return (await answer.json()) as Answer;
      const mayPass = answer === undefined || answer.status === 429 || answer.status === 503;
      if (!mayPass || tries === TRIES) {
        if (answer === undefined) throw new FeedError(0, { message: "no answer" });
        throw new FeedError(answer.status, (await answer.json()) as { message: string });
      }
      await pause(Number(answer?.headers.get("retry-after") ?? 1));
    }
  }
  const status = (batchId: number) => call<BatchStatus>(`batches/${batchId}`);
  return {
    status,
    /** Sends rows in batches. `run`: your own name of this sending; with the same name and rows nothing is stored twice. */
    async send(kind: "reservations" | "stays", rows: readonly Row[], run: string): Promise<number[]> {
      const batches: number[] = [];
      for (let from = 0; from < rows.length; from += ROWS_OF_A_BATCH) {
        const { batch_id } = await call<{ batch_id: number }>(`${channel}/${kind}`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": `${run}-${from}` },
          body: JSON.stringify({ rows: rows.slice(from, from + ROWS_OF_A_BATCH) }),
        });
        batches.push(batch_id);
      }
      return batches;
    },
    /** Waits until every row of the batch has its end. */
    async ended(batchId: number, everySeconds = 2): Promise<BatchStatus> {
      for (;;) {
        const found = await status(batchId);
        if (found.status === "done") return found;
        await pause(everySeconds);
      }
    },
  };
}
