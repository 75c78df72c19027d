import { sourceTimeOf, timeOf } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import type { Guest } from "../customers/guest.ts";
import type { KnownPerson } from "../customers/identity-resolver.ts";
import { type StatedFacts, statedFactsOf } from "../customers/known-customers.ts";
import type { Item } from "./item.ts";

const FACTS = ["birthday", "gender"] as const;

/**
 * Gives each customer the birthday and gender that a reservation stated last (product §4: the newer source time wins, whatever the order of
 * arrival), because campaigns pay by them. Contact data only fills gaps. A reservation without them removes nothing. Without a source time,
 * the check-out day counts.
 */
export async function applyLatestFacts(
  tx: Tx,
  accountId: number,
  items: readonly Item[],
  guests: readonly Guest[],
): Promise<void> {
  const lines = items.flatMap((item, index): { person: KnownPerson; stated: StatedFacts }[] => {
    const guest = guests[index];
    if (!item.person?.isActive || guest === undefined || guest.isContactOnly) return [];
    const { reported, row } = item.line;
    const { birthday, gender } = guest;
    const at = (fact: (typeof FACTS)[number]) => sourceTimeOf(timeOf(reported, fact)) ?? row.check_out_date;
    const times = { birthdayAt: at("birthday"), genderAt: at("gender") };
    const stated = { reservationId: item.reservationId, code: row.reservation_code, birthday, gender, ...times };
    return [{ person: item.person, stated }];
  });
  const differs = ({ person, stated }: (typeof lines)[number]) =>
    FACTS.some((fact) => stated[fact] !== null && stated[fact] !== person.fields[fact]);
  const people = [...Map.groupBy(lines, (line) => line.person)].filter(([, own]) => own.some(differs));
  if (people.length === 0) return;
  const known = people.flatMap(([person]) => (person.isNew ? [] : [person.id]));
  const stored = known.length > 0 ? await statedFactsOf(tx, accountId, known) : new Map<number, StatedFacts[]>();
  for (const [person, own] of people) {
    const words = new Map((stored.get(person.id) ?? []).map((one) => [one.reservationId, one]));
    for (const { stated } of own) words.set(stated.reservationId, stated);
    for (const fact of FACTS) {
      const latest = latestOf(
        fact,
        [...words.values()].filter((one) => one[fact] !== null),
      );
      if (latest === undefined || latest[fact] === person.fields[fact]) continue;
      Object.assign(person.fields, { [fact]: latest[fact] });
      person.isFilled = !person.isNew;
    }
  }
}

/** The last by time; of one time, by reservation. */
function latestOf(fact: (typeof FACTS)[number], words: readonly StatedFacts[]): StatedFacts | undefined {
  const at = (one: StatedFacts) => one[`${fact}At`];
  const after = (a: StatedFacts, b: StatedFacts) => (at(a) === at(b) ? a.code > b.code : at(a) > at(b));
  return words.reduce<StatedFacts | undefined>((best, one) => (best && after(best, one) ? best : one), undefined);
}
