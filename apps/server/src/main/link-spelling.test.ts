import { afterAll, beforeAll, expect, test } from "vitest";
import { issueToken } from "../sections/auth/account-tokens.ts";
import {
  couponAction,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  promotion,
} from "../sections/campaigns/campaigns.fixture.ts";
import { pictureOf } from "../sections/images/images.fixture.ts";
import { blankBlock } from "../sections/messaging/mail-document.fixture.ts";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../test/app.ts";

// A token has one spelling: a text that only decodes to the same bytes is an unknown link.
let t: TestApp;
let inn: Facility;
let staff: Caller;
let userId: number;
const links: Record<string, string> = {};
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
  userId = await makeUser(t.app, inn, "role_admin", ["*"]);
  staff = await t.as(userId);
  await makeGuests(t.app, inn.accountId, { count: 1, mail: "guest" });
  const blocks = [
    { ...blankBlock("url"), label: "予約", url: "https://inn.example/" },
    { ...blankBlock("coupon"), seq: 2 },
  ];
  const actions = [
    { ...couponAction({ taken_by_guest: true }), seq: 1 },
    { ...mailAction({ blocks }), seq: 2 },
  ];
  const segments = [{ ...promotion().segments[0]!, actions }];
  const made = await staff({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  const sent = await staff({
    method: "POST",
    url: `/api/campaigns/${made.json().id}/activate`,
    payload: { version: 1 },
  });
  expect(sent.statusCode, sent.body).toBe(200);
  await t.app.jobs.drain(handlersFor(t.app));
  expect(t.mails.map(({ to }) => to)).toEqual(["guest1@example.jp"]);
  const html = String(t.mails.find(({ to }) => to.startsWith("guest"))?.html);
  for (const kind of ["u", "r", "o", "c"]) links[kind] = String(new RegExp(`/${kind}/[\\w.~-]+`).exec(html)?.[0]);
  const image = await staff({
    method: "POST",
    url: `/api/images?account_id=${inn.accountId}`,
    headers: { "content-type": "image/png" },
    payload: await pictureOf("png"),
  });
  links.images = new URL(image.json().url).pathname;
  await t.past.asSystem(
    (tx) =>
      tx.run`update account_settings set mail_from_address = 'new@inn.example' where account_id = ${inn.accountId}`,
  );
  const until = t.app.realClock.now().getTime() + 86_400_000;
  links.sender = `/sender/${t.app.cipher.seal(JSON.stringify([inn.accountId, "new@inn.example", until]), "sender-address")}`;
});
afterAll(() => t.close());

const OTHER_ALPHABET: Record<string, string> = { "-": "+", _: "%2F" };
/** Other texts that decoders take for the same token. */
function spellings(token: string): Record<string, string> {
  const last = token.at(-1) ?? "";
  const at = [...token].findIndex((character) => /[a-z]/.test(character));
  const other = [...token].map((character) => OTHER_ALPHABET[character] ?? character).join("");
  return {
    padded: `${token}=`,
    "padded twice": `${token}==`,
    "with a part behind": `${token}.x`,
    "with an empty part behind": `${token}.`,
    "with a stray sign": `${token}!`,
    "with a space": `${token}%20`,
    "with a line break": `${token}%0A`,
    "with a zero": `${token}%00`,
    escaped: `${token.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`,
    "in other case": token.slice(0, at) + token.charAt(at).toUpperCase() + token.slice(at + 1),
    "with a parameter": `${token};a=1`,
    // Bits that base64 drops: the last letter's neighbours in the alphabet.
    ...Object.fromEntries(
      neighbours(last).map((character) => [`ending in ${character}`, `${token.slice(0, -1)}${character}`]),
    ),
    ...(other === token ? {} : { "in the other alphabet": other }),
  };
}
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const neighbours = (character: string) => {
  const at = ALPHABET.indexOf(character) & ~3;
  return [...ALPHABET.slice(at, at + 4)].filter((other) => other !== character);
};

test.each(["u", "r", "o", "c", "sender", "images"])(
  "/%s: every other spelling of a token is an unknown link",
  async (kind) => {
    const link = links[kind] ?? "";
    const ok = await t.anonymous({ method: "GET", url: link });
    expect([link, ok.statusCode < 400]).toEqual([link, true]);
    const before = await t.past.asSystem((tx) => tx.one`select count(*)::int as n from message_events`);
    const [, folder, token = ""] = link.split("/");
    expect((await t.anonymous({ method: "GET", url: `${link}/` })).body).toBe(
      (await t.anonymous({ method: "GET", url: "/nowhere" })).body,
    );
    for (const [what, spelt] of Object.entries(spellings(token)))
      for (const method of ["u", "c", "sender"].includes(kind)
        ? (["GET", "POST"] as const)
        : (["GET", "HEAD"] as const)) {
        const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "action=stop" };
        const url = `/${folder}/${spelt}`;
        const answer = await t.anonymous({ method, url, ...(method === "POST" ? form : {}) });
        expect([what, method, answer.statusCode]).toEqual([what, method, 404]);
      }
    expect(await t.past.asSystem((tx) => tx.one`select count(*)::int as n from message_events`)).toEqual(before);
    expect(await t.past.asSystem((tx) => tx.all`select from customer_consents where state = 'withdrawn'`)).toEqual([]);
  },
);

test.each(["invitation", "reset"] as const)(
  "%s: every other spelling of a token is an unknown link",
  async (purpose) => {
    const now = t.app.realClock.now();
    const { token } = await t.past.asSystem((tx) => issueToken(tx, { userId, purpose, now, createdBy: null }));
    const status = purpose === "invitation" ? "pending" : "active";
    await t.past.asSystem((tx) => tx.run`update users set status = ${status} where id = ${userId}`);
    const url = `/api/auth/${purpose === "reset" ? "reset" : "signup"}`;
    const ask = (text: string) => t.anonymous({ method: "POST", url, payload: { token: text } });
    for (const [what, spelt] of Object.entries(spellings(token)))
      expect([what, (await ask(what === "escaped" ? spelt : decodeURIComponent(spelt))).statusCode]).toEqual([
        what,
        400,
      ]);
    expect((await ask(token)).statusCode).toBe(200);
  },
);
