import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Condition } from "../../database/form-sql.ts";
import type { Moment } from "../pushes/ports.ts";
import { type MatchingGuests, matchingGuests, setBySet } from "./matching-guests.ts";
import type { TargetOnOccasions } from "./occasions.ts";
import type { Reach } from "./reach.ts";

/** Whom one of several targets means: SQL of ids, and whether it looks things up guest by guest. */
export type GuestSet = MatchingGuests & { guests: RawBuilder<number> };

export async function guestSet(
  tx: Tx,
  reach: Reach,
  asked: readonly TargetOnOccasions[],
  moment: Moment,
): Promise<GuestSet> {
  const matching = await matchingGuests(tx, reach, asked, moment);
  const any = matching.conditions.length === 0 ? sql`false` : sql.join(matching.conditions, sql` or `);
  return { ...matching, guests: sql<number>`(select customer.id from customers customer where ${any})` };
}

/** How many guests of a set other sets mean too, each by its place, the most first; `most` of them. */
export async function guestsInCommon(
  tx: Tx,
  reach: Reach,
  mine: GuestSet,
  { others, most }: { others: readonly (readonly TargetOnOccasions[])[]; most: number },
  moment: Moment,
): Promise<{ place: number; guests: number }[]> {
  const placed = others.flatMap((each, place) => each.map((asked) => ({ ...asked, place })));
  const { conditions, byGuest } = await matchingGuests(tx, reach, placed, moment);
  const each = placed.map(
    ({ place }, index) => sql`select ${place}::int as place, customer.id
      from customers customer
      where ${conditions[index] as Condition}`,
  );
  return setBySet(
    tx,
    mine.byGuest || byGuest,
    () => tx.all<{ place: number; guests: number }>`with mine as materialized ${mine.guests},
        others as materialized (${sql.join(each, sql` union all `)})
      select o.place, count(distinct o.id)::int as guests
      from others o
      join mine m on m.id = o.id
      group by o.place
      order by guests desc, o.place limit ${most}`,
  );
}
