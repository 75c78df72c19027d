import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blankBlock } from "../../messaging/mail-document.fixture.ts";
import { deliverEvents } from "../../pushes/deliver-events.ts";
import { makeMoonCampaign, moonlit, nights, rise } from "../../pushes/events.fixture.ts";
import { EVERYBODY, mailAction, makeGuests, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// What a guest of each letter reads: docs/adr/0565.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const OFTEN = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 3 }] };
const text = (variant: "A" | "B", over: Partial<MailDetail> = {}): MailDetail => ({
  ...blankMail(),
  variant,
  share: 50,
  title: `${variant} ja`,
  body: "本文",
  ...over,
});
const english = (variant: "A" | "B") => text(variant, { language: "en", share: null, title: `${variant} en` });
const comparing = (...[first, ...others]: [MailDetail, ...MailDetail[]]) =>
  promotion({
    segments: [
      { id: null, priority_seq: 1, target: EVERYBODY, actions: [{ ...mailAction(first), other_mails: others }] },
    ],
  });
const recipients = () =>
  p.query<{ address: string; variant: string | null }>(sql`select customer.email as address, target.variant
    from push_action_targets target
    join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id and push.channel = 'mail'
    order by customer.id`);

test("each in their own language, blocks by the conditions of their own letter", async () => {
  const often = { ...blankBlock("text"), target: OFTEN };
  await makeGuests(p.t.app, p.inn.accountId, { count: 16, mail: "often", stays: 3 });
  await makeGuests(p.t.app, p.inn.accountId, { count: 16, mail: "once", stays: 1 });
  await p.query(sql`update customers set language = 'en' where id % 2 = 0`);
  const textFor = (variant: "A" | "B") => text(variant, { blocks: [{ ...often, text: `${variant}の常連様へ` }] });
  const id = await p.started(
    comparing(
      textFor("A"),
      english("A"),
      { ...text("B"), blocks: [{ ...blankBlock("text"), text: "Bの皆様へ" }] },
      english("B"),
    ),
  );
  await p.drain();
  const rows = await recipients();
  expect(new Set(rows.map(({ variant }) => variant))).toEqual(new Set(["A", "B"]));
  const languages = await p.query<{ email: string; language: string }>(sql`select email, language from customers`);
  for (const { address, variant } of rows) {
    const mail = await p.sink.parsed(address);
    const language = languages.find(({ email }) => email === address)?.language ?? "";
    expect(mail.subject).toBe(`${variant} ${language}`);
    if (language === "en") continue;
    const isAlreadyBooked = variant === "B" || address.startsWith("often");
    expect((mail.text ?? "").includes(variant === "A" ? "Aの常連様へ" : "Bの皆様へ")).toBe(isAlreadyBooked);
  }
  const facts = await p.query<{ n: number }>(sql`select count(*)::int as n
    from mail_facts mail_fact
    join push_action_targets target on target.account_id = mail_fact.account_id and target.push_action_id = mail_fact.push_action_id
      and target.customer_id = mail_fact.customer_id
    join mails mail on mail.account_id = mail_fact.account_id and mail.id = mail_fact.mail_id and mail.variant = target.variant`);
  expect([facts, (await p.detail(id)).status]).toEqual([[{ n: 32 }], "inactive"]);
});

test("guests whom an event meets get their letter when it is delivered, the same each time", async () => {
  const guests = await makeGuests(p.t.app, p.inn.accountId, { count: 20, mail: "guest" });
  const moon = await makeMoonCampaign(p, [{ ...mailAction(text("A")), other_mails: [text("B")] }]);
  const night = async (key: string) => {
    await rise(p, moon, nights(guests, key));
    await deliverEvents(moonlit(p.t.app), p.inn.accountId, new AbortController().signal);
  };
  await night("first");
  const first = await recipients();
  expect(new Set(first.map(({ variant }) => variant))).toEqual(new Set(["A", "B"]));
  for (const { address, variant } of first) expect((await p.sink.parsed(address)).subject).toBe(`${variant} ja`);
  await night("second");
  const both = await recipients();
  expect(both).toHaveLength(40);
  for (const { address, variant } of both) expect(first.find((one) => one.address === address)?.variant).toBe(variant);
});

test("what a trigger sends leaves nobody to wait, and says so at the share", async () => {
  const trigger = { base: "birthday", offset_days: 0, time: "10:00", once_per: "year", once_days: null } as const;
  const saved = comparing(text("A", { share: 20 }), text("B", { share: 20 }));
  const [segment] = saved.segments;
  const actions = segment?.actions.map((action) => ({ ...action, schedule: null, schedule_once: null, trigger })) ?? [];
  const { id } = await p.call("POST", "/campaigns", { ...saved, segments: [{ ...segment, actions }] });
  expect((await p.detail(id)).missing).toEqual([
    {
      path: "segments.0.actions.0.other_mails.0.share",
      message: expect.stringContaining("割合の合計が40%です"),
    },
  ]);
  const version = (await p.detail(id)).version;
  const refused = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version } });
  expect(refused.statusCode).toBe(400);
});

test("a document that names no letters has one text for all, and a second text of one letter and language is refused", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  const { variant: _v, share: _s, ...plain } = text("A");
  const { id } = await p.call("POST", "/campaigns", comparing(plain as MailDetail));
  expect((await p.detail(id)).segments[0].actions[0].mail).toMatchObject({ variant: "A", share: null });
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await p.drain();
  expect([p.sink.received.length, new Set((await recipients()).map((row) => row.variant))]).toEqual([
    3,
    new Set([null]),
  ]);
  const twice = await p.staff({ method: "POST", url: "/api/campaigns", payload: comparing(text("A"), text("A")) });
  expect(Object.keys(twice.json().fields)).toEqual(["segments.0.actions.0.other_mails.0.language"]);
});
