import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { pushEngine } from "../../../../main/push-engine.ts";
import { deliverPush } from "../../../pushes/deliver-push.ts";
import { EVERYBODY, mailAction, makeGuests, promotion } from "../../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../../pipeline.fixture.ts";

// One reading of a mail's texts: what is saved renders, what does not render is refused when it is saved.

let p: Pipeline;
const open = async () => {
  p = await openPipeline();
};
const close = () => p.close();

type Text = Partial<Record<"title" | "body" | "signature", string>>;
const saved = async (mail: Text, language = "ja") => {
  const payload = promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction(mail)] }],
  });
  const headers = { "x-okaeri-language": language };
  const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const previewed = async (mail: Text, customer_id: number | null = null) => {
  const payload = { target: EVERYBODY, mail: mailAction(mail).mail, points: null, customer_id };
  const answer = await p.staff({ method: "POST", url: "/api/campaigns/preview", payload });
  return { status: answer.statusCode, body: answer.json() };
};

const AT = "segments.0.actions.0.mail";
const refused: [string, Text, string, string][] = [
  [
    "broken over lines",
    { body: "ご案内\n{{ name\n}} 様" },
    "body",
    "{{ と }} のあいだに改行は入れられません。1行に書き直してください (2行目の1文字目)",
  ],
  ["unclosed", { body: "{{ name 様" }, "body", "{{ が閉じられていません (1行目の1文字目)"],
  ["nested", { signature: "{{ {{ name }} }}" }, "signature", "{{ が閉じられていません (1行目の1文字目)"],
  [
    "misspelt",
    { title: "𠮷 {{ nmae }}" },
    "title",
    "{{ nmae }} という差し込み項目はありません。ボタンから入れ直してください (1行目の3文字目)",
  ],
  ["a tag", { body: "a\r\nb{% if x %}" }, "body", "{% %} は使えません (2行目の2文字目)"],
  ["alone", { body: "name }}" }, "body", "対応する {{ のない }} があります (1行目の6文字目)"],
  [
    "three braces",
    { body: "{{{ name }}}" },
    "body",
    "{{ { name }} という差し込み項目はありません。ボタンから入れ直してください (1行目の1文字目)",
  ],
];

describe("T03: refused when saved and shown at the preview, naming field and place", () => {
  beforeAll(open);
  afterAll(close);
  test.each(refused)("%s", async (_, mail, field, message) => {
    expect(await saved(mail)).toMatchObject({ status: 400, body: { fields: { [`${AT}.${field}`]: message } } });
    const { status, body } = await previewed(mail);
    expect([status, body.problems[0], body.html]).toEqual([200, { field, message }, ""]);
    expect((await p.call("GET", "/campaigns")).total).toBe(0);
  });

  test("in the person's language", async () => {
    expect((await saved({ body: "{{ name\n}}" }, "en")).body.fields).toEqual({
      [`${AT}.body`]: "There must be no line break between {{ and }} (line 1, character 1)",
    });
  });
});

describe("sent", () => {
  beforeEach(open);
  afterEach(close);

  test("spaces of every kind within the braces are fine, and reach the guest as his name (T01: as text)", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "guest", name: "<b>{{ rank }}</b>" });
    const mail = { title: "{{\tname\u3000}}様", body: "{{name}}様\n\nhttps://x.example/?m={{ stay_count }}&a=1" };
    expect((await previewed(mail)).body.problems).toEqual([]);
    const id = await p.started(
      promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction(mail)] }] }),
    );
    await p.work();
    await p.rest(id);
    const got = await p.sink.parsed("guest1@example.jp");
    expect(got.subject).toBe("<b>{{ rank }}</b>様");
    expect(got.html).toContain("&#60;b&#62;{{ rank }}&#60;/b&#62;様");
    expect(got.text).toContain("https://x.example/?m=0&a=1");
  });

  test("a line of which a guest lacks the fact is not said to them, in text and HTML; of whom nothing is left to say, gets nothing", async () => {
    const [member, , bare] = await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
    await p.query(sql`update customers set member_number = ${"M-"} || id where id <> ${bare}`);
    await p.query(sql`update customers set last_stay_on = '2026-05-24' where id = ${member}`);
    const body = "会員番号 {{ member_number }}\n\n前回のご宿泊 {{ last_stay_on }}\n\nまたどうぞ。";
    const of = (mail: object) =>
      promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction(mail)] }] });
    await p.started(of({ title: "ご案内", body, signature: "" }));
    await p.drain();
    const texts = await Promise.all([1, 2, 3].map((n) => p.sink.parsed(`guest${n}@example.jp`)));
    expect(texts.map(({ text }) => text?.split("――")[0]?.trim())).toEqual([
      `会員番号 M-${member}\n\n前回のご宿泊 2026年05月24日\n\nまたどうぞ。`,
      expect.stringMatching(/^会員番号 M-\d+\n\nまたどうぞ。$/),
      "またどうぞ。",
    ]);
    expect(texts.map(({ html }) => /会員番号/.test(String(html)))).toEqual([true, true, false]);
    expect(texts[2]?.html).not.toMatch(/<p[^>]*>(<br>)*<\/p>/);

    const id = await p.started(of({ title: "ご案内", body: "{{ member_number }}", signature: "宿" }));
    await p.drain();
    expect(p.sink.received).toHaveLength(5);
    expect((await p.outcomes(id))["guest3@example.jp"]).toEqual([
      "skipped",
      "差し込むお客様の情報がなく、送る内容がなくなったため、送りませんでした",
    ]);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 2, skipped: 1, failed: 0 });
    const { body: shown } = await previewed({ title: "{{ member_number }}", body: "ご案内" }, bare);
    expect([shown.subject, shown.omitted_lines, shown.problems]).toEqual([
      "",
      [{ field: "title", seq: null, line: 1, missing: ["member_number"] }],
      [{ field: "body", message: expect.stringContaining("このメールは送りません") }],
    ]);
  });

  test("a text that was broken behind the checks: each recipient has failed with the reason, and the log says why, once", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
    const { id, pushActionId } = await p.frozen(promotion());
    await p.query(sql`update mails set body = ${"{{ name\n}} 様"}`);
    const log = vi.spyOn(p.t.app.log, "error");
    const push = { accountId: p.inn.accountId, pushActionId };
    expect(await deliverPush(pushEngine(p.t.app, FAST), push, new AbortController().signal)).toEqual({ end: "done" });
    expect(log.mock.calls).toEqual([
      [
        expect.objectContaining({
          event: "push.render",
          accountId: push.accountId,
          campaignId: id,
          message: expect.stringContaining("broken_placeholder at 0"),
        }),
        expect.any(String),
      ],
    ]);
    expect(Object.values(await p.outcomes(id))).toEqual(Array(3).fill(["failed", "本文を作れませんでした"]));
    expect(p.sink.received).toEqual([]);
  });

  test("an account's signature that cannot be read keeps its mails from being sent until it is put right", async () => {
    const { id } = (await saved({})).body;
    await p.query(sql`update account_settings set mail_signature = '{{ facility }}'`);
    const sent = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
    expect([sent.statusCode, Object.keys(sent.json().fields)]).toEqual([400, [`${AT}.signature`]]);
    expect((await p.detail(id)).missing.map((one: { path: string }) => one.path)).toEqual([`${AT}.signature`]);
    const { status, body } = await previewed({});
    expect([status, body.problems.map((one: { field: string }) => one.field)]).toEqual([200, ["signature"]]);
    expect((await previewed({ signature: "宿" })).body.problems).toEqual([]);
  });
});
