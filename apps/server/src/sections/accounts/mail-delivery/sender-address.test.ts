import { afterEach, beforeEach, expect, test } from "vitest";
import { sendWaitingMails } from "../../auth/people.fixture.ts";
import { makeGuests, promotion } from "../../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../../campaigns/pipeline.fixture.ts";
import { sender } from "../hostile-settings.fixture.ts";

let p: Pipeline;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-11-20T03:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "guest" });
});
afterEach(() => p.close());

const path = () => `/accounts/${p.inn.accountId}/sender`;
async function setTo(mail_from_address: string) {
  const { version } = await p.call("GET", path());
  const legal = { legal_sender_name: "宿", legal_sender_address: "東京都" };
  const hours = { quiet_from: null, quiet_until: null, grace_above_count: null };
  return p.call("PUT", path(), sender({ version, mail_from_address, ...legal, ...hours }));
}
async function linkTo(address: string): Promise<string> {
  await sendWaitingMails(p.t);
  const mail = await p.sink.parsed(address);
  return /http:\/\/localhost:3000(\/sender\/\S+)/.exec(mail.text ?? "")?.[1] ?? "";
}
const open = (url: string, method: "GET" | "POST" = "GET") => p.t.anonymous({ method, url });

test("an address is used once somebody who reads its mails pressed the button; until then mails come from the one before", async () => {
  const before = await p.call("GET", path());
  expect(before).toMatchObject({ mail_from_state: "confirmed", mail_from_in_use: "info@inn.example" });
  const waiting = await setTo("new@inn.example");
  expect(waiting).toMatchObject({
    mail_from_address: "new@inn.example",
    mail_from_state: "waiting",
    mail_from_in_use: "info@inn.example",
    mail_from_asked_at: expect.any(String),
  });
  const { id } = await p.call("POST", "/campaigns", promotion());
  const activate = () => p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  const refused = await activate();
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    {
      "segments.0.actions.0.mail.from_address": expect.stringContaining("「new@inn.example」がまだ確認されていません"),
    },
  ]);
  const link = await linkTo("new@inn.example");
  // A scanner that opens it confirms nothing.
  const shown = await open(link);
  expect([shown.statusCode, shown.body]).toEqual([200, expect.stringContaining("このアドレスを差出人にする")]);
  expect((await p.call("GET", path())).mail_from_state).toBe("waiting");
  expect((await open(link, "POST")).body).toContain("確認しました");
  expect((await open(link, "POST")).body).toContain("確認しました");
  expect(await p.call("GET", path())).toMatchObject({
    mail_from_state: "confirmed",
    mail_from_in_use: "new@inn.example",
  });
  const lines = await p.t.past.pool.query("select count(*)::int as n from audit_logs where action = 'confirm_sender'");
  expect(lines.rows[0].n).toBe(1);
  expect((await activate()).statusCode).toBe(200);
  await p.drain();
  const mail = await p.sink.parsed("guest1@example.jp");
  expect(mail.from?.value[0]?.address).toBe("new@inn.example");
});

test("a link to an address that was changed since, too old, of another make, or cut short opens nothing, all alike", async () => {
  await setTo("first@inn.example");
  const first = await linkTo("first@inn.example");
  await setTo("second@inn.example");
  const second = await linkTo("second@inn.example");
  const answers = [
    await open(first),
    await open(first, "POST"),
    await open("/sender/x"),
    await open(second.slice(0, 60)),
  ];
  const at = now;
  now = new Date(now.getTime() + 8 * 86_400_000);
  answers.push(await open(second, "POST"));
  now = at;
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(404);
  expect((await p.call("GET", path())).mail_from_state).toBe("waiting");
  expect((await open(second)).statusCode).toBe(200);
});

test("the link is mailed again when asked, not to an address that is confirmed, and not without end", async () => {
  await setTo("again@inn.example");
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const answer = await p.staff({ method: "POST", url: `/api${path()}/confirmation`, payload: {} });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toContain(429);
  expect(statuses.lastIndexOf(200)).toBeLessThan(statuses.indexOf(429));
  // The change is saved all the same.
  expect(await setTo("later@inn.example")).toMatchObject({ mail_from_state: "waiting", mail_from_asked_at: null });
  expect(await setTo("")).toMatchObject({ mail_from_state: "none", mail_from_in_use: "no-reply@localhost" });
  const none = await p.staff({ method: "POST", url: `/api${path()}/confirmation`, payload: {} });
  expect(none.statusCode).toBe(400);
});
