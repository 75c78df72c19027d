import type { Tx } from "../../database/connection.ts";
import type { Guest, Person } from "../customers/guest-register.ts";
import { type ToldFacts, toldFacts } from "../customers/known-customers.ts";
import type { Item } from "./identify-guests.ts";

const FACTS = ["birthday", "gender"] as const;

/**
 * Birthday and gender of a customer are those of the latest word of any reservation (product §4: newer source times win whatever the
 * order of arrival), unlike contact data, which fill gaps alone: what campaigns pay depends on them. A reservation that says nothing
 * of one takes back nothing. Without source times a file is taken to know of each stay what was known when it ended.
 */
export async function settleToldFacts(
  tx: Tx,
  accountId: number,
  items: readonly Item[],
  guests: readonly Guest[],
): Promise<void> {
  const lines = items.flatMap((item, index): { person: Person; told: ToldFacts }[] => {
    const guest = guests[index];
    if (!item.person?.isActive || guest === undefined || guest.isContactOnly) return [];
    const { source_updated_at, check_out_date, reservation_code } = item.line.row;
    const { birthday, gender } = guest;
    const told = { reservationId: item.reservationId, code: reservation_code, birthday, gender };
    return [{ person: item.person, told: { ...told, at: source_updated_at ?? check_out_date } }];
  });
  const differs = ({ person, told }: (typeof lines)[number]) =>
    FACTS.some((fact) => told[fact] !== null && told[fact] !== person.fields[fact]);
  const people = [...Map.groupBy(lines, (line) => line.person)].filter(([, said]) => said.some(differs));
  if (people.length === 0) return;
  const known = people.flatMap(([person]) => (person.isNew ? [] : [person.id]));
  const stored = known.length > 0 ? await toldFacts(tx, accountId, known) : new Map<number, ToldFacts[]>();
  for (const [person, said] of people) {
    const words = new Map((stored.get(person.id) ?? []).map((one) => [one.reservationId, one]));
    for (const { told } of said) {
      const before = words.get(told.reservationId);
      const kept = {
        birthday: told.birthday ?? before?.birthday ?? null,
        gender: told.gender ?? before?.gender ?? null,
      };
      words.set(told.reservationId, { ...told, ...kept });
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
function latestOf(words: readonly ToldFacts[]): ToldFacts | undefined {
  const after = (a: ToldFacts, b: ToldFacts) => (a.at === b.at ? a.code > b.code : a.at > b.at);
  return words.reduce<ToldFacts | undefined>((best, one) => (best && after(best, one) ? best : one), undefined);
}
