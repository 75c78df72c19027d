import type { PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { addDays } from "@okaeri/domain/calendar-date";

/** A first request with a new key, and what its developer reads. */
export type KeyExample = {
  /** Where requests of this key begin. */
  address: string;
  request: { method: "GET" | "POST"; url: string; headers: Record<string, string>; body?: string };
  guide: "feeds.md" | "partner.md";
};
type OfKey = { kind: "feed" | "partner"; feed_channel: string | null; scopes: readonly PartnerScope[] | null };

/** A request that is answered as it stands: a feed's books one night for a guest of the test, an engine's only asks. */
export function keyExample(
  { kind, feed_channel, scopes }: OfKey,
  { origin, key, today }: { origin: string; key: string; today: CalendarDate },
): KeyExample {
  const authorization = `Bearer ${key}`;
  if (kind === "partner") {
    const scopeName = scopes?.find((scope) => scope !== "customers");
    const address = `${origin}/partner/`;
    const url = scopeName
      ? `${address}${scopeName}/uses?reservation_code=TEST-1`
      : `${address}customers?member_number=TEST-1`;
    return { address, request: { method: "GET", url, headers: { Authorization: authorization } }, guide: "partner.md" };
  }
  const address = `${origin}/feeds/${feed_channel ?? "plain"}/`;
  const row = {
    reservation_code: "TEST-1",
    check_in_date: addDays(today, 1),
    check_out_date: addDays(today, 2),
    guest_name: "TEST",
  };
  const headers = {
    Authorization: authorization,
    "Content-Type": "application/json",
    "Idempotency-Key": "test-1",
  };
  const body = JSON.stringify({ rows: [row] });
  return { address, request: { method: "POST", url: `${address}reservations`, headers, body }, guide: "feeds.md" };
}

/** The same as one line for a shell; no part of it holds a quote of its own. */
export function curlOf({ url, headers, body }: KeyExample["request"]): string {
  const named = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`);
  return ["curl -s", `"${url}"`, ...named, ...(body === undefined ? [] : [`-d '${body}'`])].join(" ");
}
