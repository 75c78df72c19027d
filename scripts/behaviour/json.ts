export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A row of a table. */
export type Row = Record<string, Json>;

const HOUR_MS = 3_600_000;
const MOMENT = /\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?/g;

/**
 * Replaces what differs in every run: real times between `from` and `to` (milliseconds), UUIDs, sealed tokens and secrets, password hashes,
 * and the bytes of files, images and hashes.
 */
export function neutralise(value: Json, from: number, to: number): Json {
  const text = (of: string) =>
    of
      .replace(MOMENT, (found, time, _seconds, _fraction, zone) => {
        // Files name times of Japan without a zone. A day alone is real if it is today anywhere.
        const moment = Date.parse(time && !zone ? `${found.replace(" ", "T")}+09:00` : found);
        const margin = time ? HOUR_MS : 36 * HOUR_MS;
        return moment > from - margin && moment < to + margin ? "<real time>" : found;
      })
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
      .replace(/\bv1\.\d+\.[\w-]{20,}/g, "<token>")
      .replace(/^\$argon2id.*$/, "<password>")
      .replace(/^\\x([0-9a-f]*)$/, (_, bytes: string) => `<${bytes.length / 2} bytes>`);
  const walk = (one: Json): Json => {
    if (typeof one === "string") return text(one);
    if (one === null || typeof one !== "object") return one;
    if (Array.isArray(one)) return one.map(walk);
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [text(key), walk(inner)]));
  };
  return walk(value);
}
