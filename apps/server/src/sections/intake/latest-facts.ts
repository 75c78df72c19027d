import type { Tx } from "../../database/connection.ts";
import type { Guest, Person } from "../customers/guest-register.ts";
import { type StatedFacts, statedFactsOf } from "../customers/known-customers.ts";
import type { Item } from "./identify-guests.ts";

const FACTS = ["birthday", "gender"] as const;

/**
 * Gives each customer the birthday and gender that a reservation stated last (product §4: the newer source time wins, whatever the order
 * of arrival), because campaigns pay by them. Contact data only fills gaps. A reservation that leaves one out takes nothing back. Without
 * a source time, the check-out day counts.
 */
export async function applyLatestFacts(
  tx: Tx,
  accountId: number,
  items: readonly Item[],
  guests: readonly Guest[],
): Promise<void> {
  const lines = items.flatMap((item, index): { person: Person; stated: StatedFacts }[] => {
    const guest = guests[index];
    if (!item.person?.isActive || guest === undefined || guest.isContactOnly) return [];
    const { source_updated_at, check_out_date, reservation_code } = item.line.row;
    const { birthday, gender } = guest;
    const stated = { reservationId: item.reservationId, code: reservation_code, birthday, gender };
    return [{ person: item.person, stated: { ...stated, at: source_updated_at ?? check_out_date } }];
  });
  const differs = ({ person, stated }: (typeof lines)[number]) =>
    FACTS.some((fact) => stated[fact] !== null && stated[fact] !== person.fields[fact]);
  const people = [...Map.groupBy(lines, (line) => line.person)].filter(([, said]) => said.some(differs));
  if (people.length === 0) return;
  const known = people.flatMap(([person]) => (person.isNew ? [] : [person.id]));
  const stored = known.length > 0 ? await statedFactsOf(tx, accountId, known) : new Map<number, StatedFacts[]>();
  for (const [person, said] of people) {
    const words = new Map((stored.get(person.id) ?? []).map((one) => [one.reservationId, one]));
    for (const { stated } of said) {
      const before = words.get(stated.reservationId);
      const kept = {
        birthday: stated.birthday ?? before?.birthday ?? null,
        gender: stated.gender ?? before?.gender ?? null,
      };
      words.set(stated.reservationId, { ...stated, ...kept });
    }
    for (const fact of FACTS) {
      const latest = latestOf([...words.values()].filter((one) => one[fact] !== null));
      if (latest === undefined || latest[fact] === person.fields[fact]) continue;
      Object.assign(person.fields, { [fact]: latest[fact] });
      person.isFilled = !person.isNew;
    }
  }
}

/** The last by time; of one time, by reservation. */
function latestOf(words: readonly StatedFacts[]): StatedFacts | undefined {
  const after = (a: StatedFacts, b: StatedFacts) => (a.at === b.at ? a.code > b.code : a.at > b.at);
  return words.reduce<StatedFacts | undefined>((best, one) => (best && after(best, one) ? best : one), undefined);
}
