import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { FIGURE_WORDS } from "@okaeri/contract/campaigns/figure-words";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "./campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// List, page, report and file say the same of what came of a campaign, and it is true of every single guest. Five guests agreed, of whom one
// refuses mail at the door and of one nobody knows; two never agreed and one has no address.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  const { accountId } = p.inn;
  await makeGuests(p.t.app, accountId, { count: 5, mail: "guest" });
  await makeGuests(p.t.app, accountId, { count: 2, mail: "silent", consent: null });
  await makeGuests(p.t.app, accountId, { count: 1, mail: null });
});
afterEach(() => p.close());

type Outcome = { customer_id: number; type: string; outcome: string };
type Segment = CampaignEdit["segments"][number];
const segment = (actions: Segment["actions"], toReached = false): Segment => ({
  id: null,
  priority_seq: 1,
  target: EVERYBODY,
  benefits_to_reached: toReached,
  actions,
});

/** What became of each guest of one send, told by his own rows alone. */
function recounted(rows: readonly Outcome[]) {
  const figures = { targets: 0, reached: 0, benefits_only: 0, left_out: 0, failed: 0, unknown: 0, waiting: 0 };
  const sends = rows.some(({ type }) => type === "mail");
  for (const guest of new Set(rows.map(({ customer_id }) => customer_id))) {
    const own = rows.filter(({ customer_id }) => customer_id === guest);
    const mail = own.find(({ type }) => type === "mail")?.outcome;
    const got = own.some(({ type, outcome }) => type !== "mail" && outcome === "sent");
    const mailed = mail === "sent" || mail === "failed" || mail === "unknown" || mail === "waiting";
    figures.targets += 1;
    if (mail === "sent" || (!sends && got)) figures.reached += 1;
    else if (mailed) figures[mail === "failed" || mail === "unknown" ? mail : "waiting"] += 1;
    else if (got) figures.benefits_only += 1;
    else figures.left_out += 1;
  }
  return figures;
}

async function everywhere(id: number) {
  const { items } = await p.call("GET", "/campaigns");
  const { campaigns } = await p.call("GET", "/reports");
  const file = await p.staff({ method: "GET", url: "/api/reports/export.csv?table=campaigns" });
  const [head = "", line = ""] = file.body.replace("\ufeff", "").split("\r\n");
  const cells = Object.fromEntries(head.split(",").map((word, at) => [word, line.split(",")[at]]));
  const of = (list: { id: number; figures: object }[]) => list.find((one) => one.id === id)?.figures;
  return { list: of(items), page: (await p.detail(id)).figures, report: of(campaigns), file: cells };
}

const MAIL = { ...mailAction(), seq: 9 };
test.each<[string, Segment[]]>([
  ["a mail", [segment([MAIL])]],
  ["points", [segment([pointAction()])]],
  ["points to all, and a mail", [segment([pointAction(), MAIL])]],
  ["points to those whom the mail reaches", [segment([pointAction(), MAIL], true)]],
  ["points and fewer coupons, and a mail", [segment([pointAction(), couponAction({ acquire_amount_limit: 3 }), MAIL])]],
  ["fewer coupons than guests, without a message", [segment([couponAction({ acquire_amount_limit: 3 })])]],
  [
    "a mail that tells of a coupon of which there are few",
    [
      segment([
        couponAction({ acquire_amount_limit: 6 }),
        { ...mailAction({ body: "{{ coupon_name }}です" }), seq: 9 },
      ]),
    ],
  ],
])("%s: the same on every page, and guest by guest", async (_, segments) => {
  p.verdict = (recipient) =>
    recipient.startsWith("guest5@")
      ? { refuseRecipient: 550 }
      : recipient.startsWith("guest4@")
        ? "drop_after_dot"
        : "take";
  const id = await p.started(promotion({ segments }));
  await p.drain();
  const rows = await p.query(
    sql<Outcome>`select target.customer_id, push.channel as type, target.outcome
      from push_action_targets target
      join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
      where target.account_id = ${p.inn.accountId}`,
  );
  const figures = { sends: 1, ...recounted(rows) };
  const mails = rows.some(({ type }) => type === "mail") ? 1 : 0;
  expect([figures.failed, figures.unknown]).toEqual([mails, mails]);
  const { file, ...pages } = await everywhere(id);
  expect(pages).toEqual({ list: figures, page: figures, report: figures });
  const word = (name: keyof typeof FIGURE_WORDS) => Number(file[FIGURE_WORDS[name].ja]);
  expect(word("targets_of_sends")).toBe(figures.targets);
  for (const name of ["reached", "benefits_only", "left_out", "failed", "unknown"] as const)
    expect([name, word(name)]).toEqual([name, figures[name]]);
});

test("of two sends together every guest counts twice", async () => {
  const id = await p.started(promotion({ segments: [segment([MAIL])] }));
  await p.drain();
  const once = (await p.detail(id)).figures;
  await p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
  await p.drain();
  const { list } = await everywhere(id);
  const { sends: _, ...guests } = once;
  expect(list).toEqual({
    sends: 2,
    ...Object.fromEntries(Object.entries(guests).map(([name, n]) => [name, 2 * (n as number)])),
  });
});
