import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import { REACTIONS, type Reaction } from "@okaeri/domain/pushes/reactions";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MessageEvent, recordMessageEvents } from "../../messaging/events/record-message-events.ts";
import { couponAction, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { type Outcome, recounted } from "./send-figures.fixture.ts";

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

type Segment = CampaignEdit["segments"][number];
const segment = (actions: Segment["actions"], toReached = false): Segment => ({
  id: null,
  priority_seq: 1,
  target: EVERYBODY,
  benefits_to_reached: toReached,
  actions,
});

type RecordedEvent = { customer_id: number; kind: string; is_machine: boolean; happened_at: Date };

/** Which figure an event counts for: what comes within a minute of the delivery is a machine. */
function reactionOf(
  { kind, is_machine, happened_at }: RecordedEvent,
  delivered: RecordedEvent | undefined,
): Reaction | undefined {
  const machine = is_machine || (delivered !== undefined && +happened_at <= +delivered.happened_at + 60_000);
  if (kind === "opened" && machine) return "machine_opened";
  if (kind === "clicked" && machine) return undefined;
  return REACTIONS.find((reaction) => reaction === kind);
}

/** What became of the messages of one send, told by their events alone: whose each figure is, and how many they are. */
async function reportedReactions() {
  const messageEvents = await p.query(sql<RecordedEvent>`select customer_id, kind, is_machine, happened_at
    from message_events
    order by customer_id`);
  const guests = Object.fromEntries(REACTIONS.map((name) => [name, new Set<number>()])) as Record<
    Reaction,
    Set<number>
  >;
  for (const one of messageEvents) {
    const delivered = messageEvents.find(
      (other) => other.customer_id === one.customer_id && other.kind === "delivered",
    );
    const reaction = reactionOf(one, delivered);
    if (reaction) guests[reaction].add(one.customer_id);
  }
  const figures = Object.fromEntries(REACTIONS.map((name) => [name, guests[name].size])) as Record<Reaction, number>;
  return { guests, figures };
}

/** As home asks for the campaigns that were sent last. */
const LATEST = "/campaigns?page=1&size=20&sort=-last_sent_at";

async function everywhere(id: number) {
  const { items } = await p.call("GET", "/campaigns");
  const { items: latest } = await p.call("GET", LATEST);
  const { campaigns } = await p.call("GET", "/reports");
  const file = await p.staff({ method: "GET", url: "/api/reports/export.csv?table=campaigns" });
  const [head = "", line = ""] = file.body.replace("\ufeff", "").split("\r\n");
  const cells = Object.fromEntries(head.split(",").map((word, at) => [word, line.split(",")[at]]));
  const { total } = await p.call("GET", `/campaigns/${id}/results`);
  const { figures } = await p.detail(id);
  const { reached, failed, unknown, opened, machine_opened, clicked, unsubscribed } = figures;
  const messages = {
    sent: reached + failed + unknown,
    delivered: reached,
    opened,
    machine_opened,
    clicked,
    unsubscribed,
  };
  expect(total).toMatchObject(messages);
  const of = (list: { id: number; figures: object }[]) => list.find((one) => one.id === id)?.figures;
  return { list: of(items), home: of(latest), page: figures, report: of(campaigns), file: cells };
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
  const figures = { sends: 1, ...recounted(rows), ...(await reportedReactions()).figures };
  const mails = rows.some(({ type }) => type === "mail") ? 1 : 0;
  expect([figures.failed, figures.unknown, figures.bounced]).toEqual([mails, mails, mails]);
  const { file, ...pages } = await everywhere(id);
  expect(pages).toEqual({ list: figures, home: figures, page: figures, report: figures });
  const word = (name: keyof typeof FIGURE_WORDS) => Number(file[FIGURE_WORDS[name].ja]);
  expect(word("targets_of_sends")).toBe(figures.targets);
  for (const name of ["reached", "benefits_only", "omitted", "failed", "unknown", ...REACTIONS] as const)
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

test("what became of the messages: the same on every page and in the file, guest by guest, and of the mail they read", async () => {
  const { accountId } = p.inn;
  p.verdict = (recipient) => (recipient.startsWith("guest5@") ? { refuseRecipient: 550 } : "take");
  await p.query(sql`update customers set language = 'en' where email like 'guest2@%' or email like 'guest3@%'`);
  const english = { ...MAIL.mail!, title: "Autumn", body: "Dear guests", language: "en" as const };
  const action = { ...MAIL, other_mails: [english] };
  const id = await p.started(promotion({ segments: [segment([action])] }));
  await p.drain();
  const sent = await p.query(sql<{ push: number; customer: number; at: Date }>`select target.push_action_id as push,
      target.customer_id as customer, target.sent_at as at
    from push_action_targets target
    join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
    where target.outcome = 'sent' order by customer.email`);
  let nth = 0;
  const event = (
    guest: 1 | 2 | 3,
    kind: MessageEvent["kind"],
    seconds: number,
    more: Partial<MessageEvent> = {},
  ): MessageEvent => {
    const { push = 0, customer = 0, at = new Date(0) } = sent[guest - 1] ?? {};
    const happenedAt = new Date(+at + seconds * 1_000);
    return { providerEventId: `e${++nth}`, kind, happenedAt, pushActionId: push, customerId: customer, ...more };
  };
  const record = (events: MessageEvent[]) =>
    p.t.app.database.inScope({ accountIds: [accountId] }, (tx) => recordMessageEvents(tx, accountId, events));
  await record([
    event(1, "opened", 120),
    event(1, "clicked", 180, { linkNo: 1 }),
    event(1, "clicked", 90_000, { linkNo: 1 }),
    event(1, "complained", 90_100),
    event(2, "opened", 5),
    event(2, "opened", 600),
    event(2, "unsubscribed", 700),
    event(3, "clicked", 8, { linkNo: 1 }),
    event(3, "opened", 4_000, { isMachine: true }),
  ]);
  const { guests, figures } = await reportedReactions();
  expect(figures).toEqual({ opened: 2, machine_opened: 2, clicked: 1, unsubscribed: 1, bounced: 1, complained: 1 });
  const { file, ...pages } = await everywhere(id);
  for (const [page, shown] of Object.entries(pages)) expect([page, shown]).toEqual([page, { ...shown, ...figures }]);
  expect(REACTIONS.map((name) => Number(file[FIGURE_WORDS[name].ja]))).toEqual(REACTIONS.map((name) => figures[name]));
  for (const reaction of REACTIONS) {
    const { items, total } = await p.call("GET", `/campaigns/${id}/recipients?reaction=${reaction}`);
    const ids = items.map((one: { customer_id: number }) => one.customer_id);
    expect([reaction, total, ids]).toEqual([reaction, figures[reaction], [...guests[reaction]]]);
    expect(items.every((one: { reactions: Reaction[] }) => one.reactions.includes(reaction))).toBe(true);
  }
  const { items } = await p.call("GET", `/customers/${sent[0]?.customer}/timeline`);
  const kinds = items.flatMap(({ kind }: { kind: string }) => (kind.startsWith("message") ? [kind] : []));
  expect(kinds).toEqual(["message_complained", "message_clicked", "message_opened", "message"]);
  // Two read it in English. Nobody says so of what comes back, and the campaign has that mail no more.
  const before = await p.detail(id);
  const [saved] = before.segments;
  const alone = { ...segment([{ ...MAIL, id: saved.actions[0].id }]), id: saved.id };
  await p.call("PUT", `/campaigns/${id}`, promotion({ segments: [alone], version: before.version } as object));
  await record([event(2, "bounced", 900)]);
  const days = await p.query(sql<object>`select mail.language, sum(mail_stat.delivered)::int as delivered,
      sum(mail_stat.machine_open_true)::int as machines, sum(mail_stat.clicked)::int as clicked, sum(mail_stat.bounced)::int as bounced
    from mail_stats mail_stat
    join mails mail on mail.account_id = mail_stat.account_id and mail.id = mail_stat.mail_id
    group by 1
    order by 1`);
  expect(days).toEqual([
    { language: "en", delivered: 1, machines: 2, clicked: 0, bounced: 1 },
    { language: "ja", delivered: 2, machines: 0, clicked: 2, bounced: 1 },
  ]);
  expect((await p.detail(id)).figures.bounced).toBe(2);
});
