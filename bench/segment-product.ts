import { calendarDate } from "@okaeri/domain/calendar-date";
import { parseTarget } from "@okaeri/domain/segments/target";
import { openLog } from "../apps/server/src/log.ts";
import { buildServer } from "../apps/server/src/main/build-server.ts";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { matchingGuests, setBySet } from "../apps/server/src/sections/segments/matching-guests.ts";
import { answer } from "./child.ts";
import { TODAY } from "./customers-data.ts";
import { cookieOf, openProduct } from "./product-app.ts";

// The product's side of a target: the whole server for the count, and for the ids what a send freezes its audience with.
type Server = Awaited<ReturnType<typeof buildServer>>;
let open: OpenApp | undefined;
let server: Server | undefined;

answer(
  {
    async listen({ appUrl }: { appUrl: string }) {
      open = await openProduct(appUrl);
      server = await buildServer(open.app, openLog("warn"));
      const address = await server.listen({ port: 0, host: "127.0.0.1" });
      return { address, cookie: await cookieOf(open) };
    },
    async ids(target: unknown) {
      const parsed = parseTarget(target);
      if (!parsed.ok || open === undefined) throw new Error(`no target: ${JSON.stringify(parsed)}`);
      const { form } = parsed.target;
      const moment = { today: calendarDate(TODAY), now: new Date() };
      const found = await open.app.database.inScope({ accountIds: [1] }, async (tx) => {
        const reach = { accountId: 1, facilityIds: null };
        const { conditions, byGuest } = await matchingGuests(tx, reach, [{ form }], moment);
        return setBySet(
          tx,
          byGuest,
          () => tx.all<{ id: number }>`select customer.id
            from customers customer
            where ${conditions[0]}
            order by customer.id`,
        );
      });
      return found.map(({ id }) => id);
    },
  },
  async () => {
    await server?.close();
    await open?.close();
  },
);
