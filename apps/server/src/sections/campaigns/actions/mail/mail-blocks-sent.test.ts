import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blankBlock } from "../../../messaging/mail-document.fixture.ts";
import { EVERYBODY, mailAction, makeGuests, promotion } from "../../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../../pipeline.fixture.ts";

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const regulars = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=" as const, value: 3 }] };
const block = (seq: number, text: string, target: typeof regulars | null = null) => ({
  ...blankBlock("text", seq),
  text,
  target,
});

test("each guest reads the blocks that are meant for them, in their own language, with links of their own", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  await p.query(sql`update customers set stay_count = 3 where email = 'guest1@example.jp'`);
  await p.query(sql`update customers set language = 'en' where email = 'guest3@example.jp'`);
  const button = { ...blankBlock("url", 3), label: "空室を見る", url: "https://inn.example/rooms" };
  const mail = {
    title: "秋のご案内",
    body: "",
    signature: "宿",
    blocks: [button, block(1, "皆様へ"), block(2, "常連の皆様へ", regulars)],
  };
  const english = {
    ...mailAction().mail,
    title: "Autumn",
    body: "",
    language: "en" as const,
    blocks: [block(1, "Dear {{ name }}")],
  };
  const action = { ...mailAction(mail), other_mails: [english] } as ReturnType<typeof mailAction>;
  await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [action] }] }));
  await p.drain();
  const [regular, other, foreign] = await Promise.all([1, 2, 3].map((n) => p.sink.parsed(`guest${n}@example.jp`)));
  expect(regular?.text).toMatch(/^皆様へ\n\n常連の皆様へ\n\n空室を見る\nhttps?:\/\/[^\n]+\/r\/[^\n]+\n\n宿\n/);
  expect(other?.text).toMatch(/^皆様へ\n\n空室を見る\n/);
  expect(String(other?.html)).not.toContain("常連");
  expect([foreign?.subject, foreign?.text?.split("\n")[0]]).toEqual(["Autumn", "Dear 山田 太郎"]);
  expect(String(foreign?.html)).toContain('<html lang="en"');
  // One content for each language, however many guests.
  expect(await p.query(sql`select id from mail_contents`)).toHaveLength(2);

  const ask = { target: EVERYBODY, mail: mailAction(mail).mail, points: null };
  const [{ id }] = (await p.query<{ id: number }>(sql`select id from customers where email = 'guest2@example.jp'`)) as [
    { id: number },
  ];
  const shown = await p.staff({ method: "POST", url: "/api/campaigns/preview", payload: { ...ask, customer_id: id } });
  expect(shown.json()).toMatchObject({ omitted_blocks: [{ seq: 2, because: "target" }], problems: [] });
  expect(shown.json().text).toContain("空室を見る\nhttps://inn.example/rooms");
});
