import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { afterEach, beforeEach, expect, test } from "vitest";
import { all, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// Points and coupons to those alone whom the message of the same segment reaches (docs/adr/0441). Three guests agreed, two said nothing, one
// has no address.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  const { accountId } = p.inn;
  await makeGuests(p.t.app, accountId, { count: 3, mail: "guest" });
  await makeGuests(p.t.app, accountId, { count: 2, mail: "silent", consent: null });
  await makeGuests(p.t.app, accountId, { count: 1, mail: null, stays: 5 });
});
afterEach(() => p.close());

type Segment = CampaignEdit["segments"][number];
const both = (over: Partial<Segment> = {}): Segment => ({
  id: null,
  priority_seq: 1,
  target: EVERYBODY,
  actions: [pointAction(100), mailAction()],
  ...over,
});
/** Of each action of the only send: who got it, and why the others did not. */
async function sent(segments: Segment[]) {
  const id = await p.started(promotion({ segments }));
  await p.drain();
  const { items } = await p.call("GET", `/campaigns/${id}/recipients?size=100`);
  const of = (type: string) => {
    const own = items.filter((one: { type: string }) => one.type === type);
    const got = own.filter((one: { outcome: string }) => one.outcome === "sent").length;
    return {
      got,
      omitted: own.length - got,
      reasons: own.flatMap((one: { reason: string | null }) => one.reason ?? []),
    };
  };
  return { point: of("point"), mail: of("mail") };
}
const counted = async (segments: Segment[]) =>
  p.call("POST", "/campaigns/audience", {
    segments: segments.map(({ target, actions, benefits_to_reached: toReached }) => ({
      target,
      types: actions.map(({ type }) => type),
      ...(toReached === undefined ? {} : { benefits_to_reached: toReached }),
    })),
  });

test.each<[string, Segment[], { points: number; mails: number; only: number }]>([
  ["on", [both({ benefits_to_reached: true })], { points: 3, mails: 3, only: 0 }],
  ["not said of a new segment: on", [both()], { points: 3, mails: 3, only: 0 }],
  ["off", [both({ benefits_to_reached: false })], { points: 6, mails: 3, only: 3 }],
  [
    "on, and nothing is sent",
    [both({ benefits_to_reached: true, actions: [pointAction()] })],
    { points: 6, mails: 0, only: 6 },
  ],
  [
    "each segment by itself",
    [
      both({ benefits_to_reached: false, target: all({ field: "stay_count", operator: ">=", value: 3 }) }),
      both({ benefits_to_reached: true, priority_seq: 2 }),
    ],
    { points: 4, mails: 3, only: 1 },
  ],
])("%s: the count before the send is what the send does", async (_, segments, { points, mails, only }) => {
  const before = await counted(segments);
  expect([before.all.benefits_for, before.all.will_receive, before.all.points_only]).toEqual([points, mails, only]);
  const { point, mail } = await sent(segments);
  expect([point.got, mail.got]).toEqual([points, mails]);
});

test("who gets no points reads the reason for which no mail came", async () => {
  const { point, mail } = await sent([both()]);
  expect(point.omitted).toBe(3);
  expect(point.reasons.toSorted()).toEqual(mail.reasons.toSorted());
});

test("it is saved, kept by who does not say it, and changed by who does", async () => {
  const { id } = await p.call("POST", "/campaigns", promotion({ segments: [both({ benefits_to_reached: false })] }));
  const saved = async (over: Partial<Segment>) => {
    const { version, segments } = await p.detail(id);
    const [{ id: segmentId, actions }] = segments;
    const payload = promotion({ segments: [both({ id: segmentId, actions, ...over })] });
    return (await p.call("PUT", `/campaigns/${id}`, { ...payload, version })).segments[0].benefits_to_reached;
  };
  expect(await saved({})).toBe(false);
  expect(await saved({ benefits_to_reached: true })).toBe(true);
  expect(await saved({})).toBe(true);
});

test("what is stopped half-way keeps it: its recipients are fixed", async () => {
  const { id } = await p.frozen(promotion({ segments: [both()] }));
  await p.call("POST", `/campaigns/${id}/stop`);
  const { version, segments } = await p.detail(id);
  const [{ id: segmentId, actions }] = segments;
  const payload = promotion({ segments: [both({ id: segmentId, actions, benefits_to_reached: false })] });
  const refused = await p.staff({ method: "PUT", url: `/api/campaigns/${id}`, payload: { ...payload, version } });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["segments"]]);
});
