import { randomUUID } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import type { DemoFacility } from "../demo-bookings.ts";
import type { DemoProgramme } from "../demo-guests.ts";
import { isAlreadyBooked, knownGuests, leaving, staysADay, toCome } from "./hotel-book.queries.ts";
import { bookedRows, bookingCode, changedRows, type DemoFeedRow, leavingRows } from "./hotel-rows.ts";

/** A house of the demo, and the key with which its system sends. */
export type House = {
  accountId: number;
  facilityId: number;
  key: string;
  place: DemoFacility;
  programme: DemoProgramme;
};

/** What the hotels of the demo tell, day by day, through the product's own feed; the same on the same days. */
export type DemoHotel = {
  /** Before noon: who has left this day, and who did not come. */
  tellLeaving(day: CalendarDate): Promise<void>;
  /** In the evening: who has booked, called off, or comes on other days. Once a day, however often it is asked. */
  tellBookings(day: CalendarDate): Promise<void>;
};

const MOST_BOOKINGS = 40;
const ROWS_OF_A_BATCH = 1_000;

/** `server`: the web part of this process, which nobody else has to reach. */
export function demoHotel({ database }: App, server: FastifyInstance, houses: readonly House[]): DemoHotel {
  const send = async (house: House, kind: FeedKind, rows: readonly DemoFeedRow[]) => {
    for (let from = 0; from < rows.length; from += ROWS_OF_A_BATCH) {
      const answer = await server.inject({
        method: "POST",
        url: `/feeds/plain/${kind}`,
        headers: { authorization: `Bearer ${house.key}`, "idempotency-key": `demo-day-${randomUUID()}` },
        payload: { rows: rows.slice(from, from + ROWS_OF_A_BATCH) },
      });
      if (answer.statusCode !== 202) throw new Error(`${house.place.code}: ${answer.statusCode} ${answer.body}`);
    }
  };
  const within = (house: House) => ({ accountIds: [house.accountId] });
  return {
    async tellLeaving(day) {
      for (const house of houses) {
        const booked = await database.inScope(within(house), (tx) => leaving(tx, house, day));
        const { reservations, stays } = leavingRows(house.place.code, day, booked);
        await send(house, "reservations", reservations);
        await send(house, "stays", stays);
      }
    },
    async tellBookings(day) {
      for (const house of houses) {
        const { code } = house.place;
        // One batch, whole or not at all: its first booking stands for the rest.
        const rows = await database.inScope(within(house), async (tx) => {
          if (await isAlreadyBooked(tx, house, bookingCode(code, day, 1))) return [];
          const known = await knownGuests(tx, house, day, MOST_BOOKINGS);
          const booked = bookedRows(house, day, known, await staysADay(tx, house, day));
          return booked.length === 0 ? [] : [...booked, ...changedRows(code, day, await toCome(tx, house, day))];
        });
        await send(house, "reservations", rows);
      }
    },
  };
}
