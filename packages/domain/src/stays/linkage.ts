import type { CodeSpace } from "../enumerations.ts";

/** A name of a reservation: the system and its code there. */
export type ReservationName = { space: CodeSpace; code: string };

/** One report of a stay by one system. */
export type StayReport = {
  id: number;
  name: ReservationName;
  /** What it is called elsewhere, as its own system says. */
  links: readonly ReservationName[];
  /** Its system says that the guest stayed. */
  hasStay: boolean;
};

const SPACES: readonly CodeSpace[] = ["dynalution", "s4", "none"];
// No code holds the unit separator.
const keyOf = ({ space, code }: ReservationName) => `${space}\u001f${code}`;

/**
 * Which reports are one stay, and which of them counts for all: by id, the id of the one that counts, null for that one itself and for
 * single ones. Reports belong together that name each other or the same third one, in any order of arrival. The one with a confirmed stay
 * counts, else the hotel's own system before the others, else the lower code. Further reports of that same system count, too: to a system
 * its bookings are two, even where another system has them as one.
 */
export function joinReports(reports: readonly StayReport[]): Map<number, number | null> {
  const above = new Map<string, string>();
  const top = (key: string): string => {
    const next = above.get(key);
    return next === undefined ? key : top(next);
  };
  for (const { name, links } of reports)
    for (const link of links) {
      const [a, b] = [top(keyOf(name)), top(keyOf(link))];
      if (a !== b) above.set(a, b);
    }
  const leads = new Map<number, number | null>();
  for (const group of Map.groupBy(reports, ({ name }) => top(keyOf(name))).values()) {
    const [lead, ...others] = [...group].sort(firstCounts);
    if (lead) leads.set(lead.id, null);
    for (const other of others) leads.set(other.id, lead && other.name.space !== lead.name.space ? lead.id : null);
  }
  return leads;
}

function firstCounts(a: StayReport, b: StayReport): number {
  if (a.hasStay !== b.hasStay) return a.hasStay ? -1 : 1;
  if (a.name.space !== b.name.space) return SPACES.indexOf(a.name.space) - SPACES.indexOf(b.name.space);
  return a.name.code < b.name.code ? -1 : 1;
}
