import type { MessageChannel } from "@okaeri/domain/pushes/next-steps";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { audienceOf, audienceRecipients } from "../../segments/audience.ts";
import type { AudienceSetSegment, SegmentChannel } from "../../segments/audience-sets.ts";
import { EVERYBODY, makeGuests } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// docs/adr/0910: a segment may have several channels, and one that reaches a guest is enough.

let p: Pipeline;
const guests: Record<string, readonly number[]> = {};
beforeAll(async () => {
  p = await openPipeline();
  for (const name of ["both", "first", "second", "none"])
    guests[name] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: name, name });
});
afterAll(() => p.close());

/** A channel that reaches guests of these names. */
const reaching = (channel: MessageChannel, names: readonly string[], reason: string): SegmentChannel => ({
  channel,
  eligibility: () => ({
    joins: sql``,
    reason: sql<string | null>`case when not customer.name = any(${names}::text[]) then ${reason}::text end`,
  }),
});
const FIRST = reaching("line", ["both", "first"], "opted_out");
const SECOND = reaching("mail", ["both", "second"], "no_address");

const segmentWith = (channels: readonly SegmentChannel[]): AudienceSetSegment => ({
  form: checkedTarget(EVERYBODY).form,
  channels,
  control: () => sql<string | null>`null::text`,
  mentionsBenefit: false,
  benefits: [],
  givesToAll: true,
  benefitsToReached: true,
});

const inScope = <T>(work: (tx: Tx) => Promise<T>) => p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, work);

test.each([
  { channels: [FIRST, SECOND], reason: "opted_out", reached: ["both", "first", "second"] },
  { channels: [SECOND, FIRST], reason: "no_address", reached: ["both", "first", "second"] },
  { channels: [SECOND], reason: "no_address", reached: ["both", "second"] },
])("guests are reached by any channel; the others have the first one's reason: $reason", async (wanted) => {
  const reach = { accountId: p.inn.accountId, facilityIds: null };
  const moment = { today: todayOf(p.t.app.clock), now: p.t.app.clock.now() };
  const segments = [segmentWith(wanted.channels)];
  const { all } = await inScope((tx) => audienceOf(tx, reach, segments, moment));
  const count = wanted.reached.length * 2;
  expect(all).toMatchObject({ matched: 8, will_receive: count, benefits_for: count });
  expect(all.reasons).toMatchObject({ [wanted.reason]: 8 - count });
  const recipients = await inScope((tx) => audienceRecipients(tx, reach, segments, moment));
  expect(recipients.get(0)?.reached.toSorted((a, b) => a - b)).toEqual(
    wanted.reached.flatMap((name) => guests[name] ?? []).toSorted((a, b) => a - b),
  );
});
