// Retry (specification §7): once by default for reading calls, never for PATCH, POST, PUT, DELETE.
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export const RETRY_DELAY_MS = 300;

export function isRetried(status: number): boolean {
  return RETRIED.has(status);
}

/** fetch reports a server that cannot be reached as a TypeError without any status. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError;
}

/** A call that the page itself cancelled (navigation, newer search) is not an error. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
