import { type RawBuilder, sql } from "kysely";

/** Mails a minute, of all together and of each receiving domain; null: as many as are taken. */
export type Rates = { perMinute: number | null; perDomainAndMinute: number | null };

const MINUTE_MS = 60_000;
/** Of all receiving domains together. */
export const EVERY_DOMAIN = "";

/** The domain that receives what goes to the address. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** SQL text of an address: the same of it. */
export const domainOfSql = (address: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(substring(${address} from '[^@]*$'))`;

/** Seconds that mails which are under way wait for their turn: so long a stop or the next campaign waits for them. */
export const PATIENCE_S = 5;

/**
 * When each of these mails leaves, in milliseconds from now, one after the other and no faster than the rates allow; null: its domain has
 * had so many turns already that others come first. `free`: from when on the next one may leave, to each domain and to all, which is moved
 * on. What was not used is not saved up for a burst.
 */
export function turnsOf(
  domains: readonly string[],
  { perMinute, perDomainAndMinute }: Rates,
  free: Map<string, number>,
  patienceMs = PATIENCE_S * 1_000,
): (number | null)[] {
  const freeOf = (key: string) => Math.max(0, free.get(key) ?? 0);
  return domains.map((domain) => {
    const ofAll = perMinute === null ? 0 : freeOf(EVERY_DOMAIN);
    const ofDomain = perDomainAndMinute === null ? 0 : freeOf(domain);
    if (ofDomain > ofAll + patienceMs) return null;
    const turn = Math.max(ofAll, ofDomain);
    if (perMinute !== null) free.set(EVERY_DOMAIN, turn + MINUTE_MS / perMinute);
    if (perDomainAndMinute !== null) free.set(domain, turn + MINUTE_MS / perDomainAndMinute);
    return turn;
  });
}

/** How many may be under way at once, so that none of them waits long for the turn of all. */
export function underWayAtOnce({ perMinute }: Pick<Rates, "perMinute">, most: number): number {
  return perMinute === null ? most : Math.max(1, Math.min(most, Math.floor((perMinute / 60) * PATIENCE_S)));
}

const SLOW_PER_MINUTE = 240;

/** At such a rate a send waits for its turns more than it sends. */
export function isSlow({ perMinute, perDomainAndMinute }: Rates): boolean {
  return [perMinute, perDomainAndMinute].some((rate) => rate !== null && rate <= SLOW_PER_MINUTE);
}
