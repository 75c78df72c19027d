import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { mailAction, makeGuests, promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { openPipeline } from "../sections/campaigns/pipeline.fixture.ts";
import { DEMO_PROGRAMMES, sliceOf } from "./demo-guests.ts";
import { demoReactions } from "./demo-reactions.ts";

test("of a demo's letters some are opened and clicked, and some of those guests come back; asked again, it is the same", async () => {
  const p = await openPipeline({ clock: { now: () => new Date("2026-05-29T03:00:00Z") } });
  try {
    const { accountId } = p.inn;
    await makeGuests(p.t.app, accountId, { count: 40, mail: "guest" });
    const segments = promotion().segments.map((one) => ({ ...one, actions: [mailAction()] }));
    const id = await p.started(promotion({ segments }));
    await p.drain();
    const [programme] = DEMO_PROGRAMMES;
    if (!programme) throw new Error("no programme");
    const runReactions = () => demoReactions(p.t.app, accountId, programme, calendarDate("2026-11-20"));
    const bookings = await runReactions();
    const { opened, machine_opened, clicked } = (await p.detail(id)).figures;
    expect([opened, machine_opened, clicked].every((n) => n > 0)).toBe(true);
    const rows = [...bookings.values()].flat();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(opened);
    // Each is a line of its house's file, of a guest who is known.
    const emails = await p.query(sql<{ email: string }>`select email from customers`);
    for (const row of rows) expect(emails.map(({ email }) => email)).toContain(row.email);
    for (const some of bookings.values())
      expect(sliceOf(some, null, null).trim().split("\n")).toHaveLength(some.length + 1);
    expect(await runReactions()).toEqual(bookings);
    expect((await p.detail(id)).figures).toMatchObject({ opened, machine_opened, clicked });
  } finally {
    await p.close();
  }
});
