import { calendarDate, toEpochDay } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { addressMark } from "./address-mark.ts";
import { blankBlock } from "./mail-document.fixture.ts";
import { couponToken } from "./mail-urls.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

// Guests read the hotel's name as they know it, and never that of its headquarters.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  const { accountId } = p.inn;
  await p.t.app.database.asSystem(
    (tx) => tx.run`update accounts set name = '花の湯グループ 本部' where id = ${accountId}`,
  );
  await p.query(sql`update account_settings set mail_from_name = '', legal_sender_name = '花の湯株式会社 本社'`);
  await makeGuests(p.t.app, accountId, { count: 1, mail: "g" });
});
afterEach(() => p.close());

const previewed = () => {
  const { mail } = mailAction({
    title: "{{ facility_name }}からのお知らせ",
    body: "{{ facility_name }}でございます。",
  });
  return p.call("POST", "/campaigns/preview", { target: EVERYBODY, mail, points: null, customer_id: null });
};
const settings = () => p.call("GET", `/accounts/${p.inn.accountId}/sender`);

test("without a display name it is the account's name without its office; with one it is that, in subject, text, heading and sender", async () => {
  expect(await settings()).toMatchObject({ display_name: "", display_name_default: "花の湯グループ" });
  const plain = await previewed();
  expect(plain.subject).toBe("花の湯グループからのお知らせ");
  expect(plain.text).toContain("花の湯グループでございます。");
  // The law's block keeps the legal name, and that alone may name the office.
  expect(plain.text.replaceAll("花の湯株式会社 本社", "")).not.toMatch(/本部|本社/);
  const { owner, display_name_default, mail_from_state, mail_from_in_use, mail_from_asked_at, ...before } =
    await settings();
  const saved = await p.staff({
    method: "PUT",
    url: `/api/accounts/${p.inn.accountId}/sender`,
    payload: { ...before, display_name: "箱根 花の湯" },
  });
  expect([saved.statusCode, saved.json().display_name]).toEqual([200, "箱根 花の湯"]);
  const named = await previewed();
  expect([named.subject, named.from]).toEqual(["箱根 花の湯からのお知らせ", expect.stringContaining('"箱根 花の湯"')]);
  expect(named.html.replaceAll("花の湯株式会社 本社", "")).not.toMatch(/本部|本社/);
  // A caller who knows nothing of it leaves it as it is.
  const { display_name, ...older } = before;
  await p.staff({
    method: "PUT",
    url: `/api/accounts/${p.inn.accountId}/sender`,
    payload: { ...older, version: saved.json().version },
  });
  expect((await settings()).display_name).toBe("箱根 花の湯");
});

const OFFICE = /本部|本社|headquarters/i;

/** What a guest reads after a mail with a coupon: the mail's own pages, in both languages, before and after what they do there. */
async function guestPages(): Promise<Record<string, string>> {
  const { accountId } = p.inn;
  const actions = [
    { ...couponAction({ taken_by_guest: true, valid_days_from_acquire: 30 }), seq: 1 },
    { ...mailAction({ blocks: [blankBlock("coupon")] }), seq: 2 },
  ];
  await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
  await p.drain();
  const [push] = await p.query(
    sql<{ id: number; customer_id: number }>`select target.push_action_id as id, target.customer_id
      from push_action_targets target
      join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id and push.channel = 'mail'
      where target.outcome = 'sent'
      order by push.id desc limit 1`,
  );
  const target = {
    accountId,
    customerId: push?.customer_id ?? 0,
    pushActionId: push?.id ?? 0,
    addressMark: addressMark("g1@example.jp"),
  };
  const leave = `/u/${unsubscribeToken(p.t.app.cipher, target)}`;
  const coupons = `/c/${couponToken(p.t.app.cipher, target, toEpochDay(calendarDate("2026-11-20")))}`;
  const pages: Record<string, string> = {};
  const get = async (name: string, url: string) => {
    const answer = await p.t.anonymous({ method: "GET", url });
    expect([name, answer.statusCode]).toEqual([name, 200]);
    pages[name] = answer.body;
  };
  const post = async (name: string, url: string, payload: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await p.t.anonymous({ method: "POST", url, headers, payload });
    expect([name, answer.statusCode]).toEqual([name, 200]);
    pages[name] = answer.body;
  };
  for (const language of ["ja", "en"]) {
    await get(`coupons ${language}`, `${coupons}?lang=${language}`);
    await get(`choices ${language}`, `${leave}?lang=${language}`);
  }
  const coupon = /name="coupon" value="(\d+)"/.exec(pages["coupons ja"] ?? "")?.[1];
  await post("taken", coupons, `coupon=${coupon}`);
  await post("chosen", leave, "action=kinds&kind=news");
  await post("paused", leave, "action=pause");
  await post("stopped", leave, "action=stop");
  await post("stopped en", `${leave}?lang=en`, "action=stop");
  return pages;
}

test.each([
  ["", "花の湯グループ"],
  ["箱根 花の湯", "箱根 花の湯"],
])("the pages that mails lead to say the name that guests know, with display name %j", async (display_name, says) => {
  await p.query(sql`update account_settings set display_name = ${display_name}`);
  for (const [name, body] of Object.entries(await guestPages())) {
    expect([name, body.includes(says)]).toEqual([name, true]);
    expect([name, OFFICE.exec(body.replaceAll("花の湯株式会社 本社", ""))?.[0]]).toEqual([name, undefined]);
  }
});
