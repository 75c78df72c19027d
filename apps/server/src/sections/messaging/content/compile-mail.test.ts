import type { BlockKind, MailBlock, MailDocument } from "@okaeri/domain/messaging/mail-blocks";
import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { type MessageFacts, PLACEHOLDERS, placeholderValues } from "@okaeri/domain/messaging/placeholders";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileMail } from "./compile-mail.ts";
import type { MailUrlValues } from "./compiled-mail.ts";
import { fillMail } from "./fill-mail.ts";

const sender = { guestName: "宿<b>", legalName: "宿株式会社", legalAddress: "東京都千代田区1-1", legalTel: "" };
const nobody: MessageFacts = {
  name: null,
  name_kana: null,
  member_number: null,
  point_balance: 0,
  point_expires_on: null,
  rank: null,
  last_stay_on: null,
  stay_count: 0,
  facility_name: "宿",
  granted_points: null,
  coupon: null,
  reservation: null,
};
const coupon = { name: "秋の券", description: "二人まで\n平日のみ", code: "AKI-1", until: null };
const urls: MailUrlValues = {
  link: (no) => `https://inn.example/r/${no}`,
  unsubscribe: "https://inn.example/u/x",
  preferences: null,
  coupon: "https://inn.example/c/x",
  pixel: null,
};

const mail = (over: Partial<MailDocument> = {}): MailDocument => ({
  title: "ご案内",
  preheader: "",
  body: "本文",
  signature: "",
  from_address: "",
  mail_template_id: null,
  language: "ja",
  blocks: [],
  ...over,
});
const block = (seq: number, kind: BlockKind, over: Partial<MailBlock> = {}): MailBlock => ({
  seq,
  kind,
  text: "",
  label: "",
  url: "",
  image: null,
  alt: "",
  target: null,
  ...over,
});
const compiled = (document: MailDocument, purpose: "marketing" | "service" = "marketing") =>
  compileMail({
    mail: document,
    sender,
    purpose,
    origin: "https://inn.example",
    images: new Map([["h".repeat(40), { width: 1_200, height: 600 }]]),
  });
const rendered = async (document: MailDocument, facts: Partial<MessageFacts> = {}, shown: number[] = []) =>
  fillMail(
    await compiled(document),
    { values: placeholderValues({ ...nobody, ...facts }, document.language), shown },
    urls,
  );

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("{{", "}}", "{", "}", "{%", "{{ name }}", "__subject__", "<!--piece b1-->", "name"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "\n",
      "\r\n",
      "\n\n",
      " ",
      "\u3000",
      "<b>",
      "&",
      "'",
      "https://x.example/?a={{ rank }}&b",
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...PLACEHOLDERS).map((name) => `{{${name}\t}}`) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
);
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));
const oneLine = text.map((words) => words.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]/g, " "));

test("what may be saved renders for a guest of whom nothing is known, in both languages, as text and as blocks", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      oneLine,
      text,
      text,
      fc.constantFrom("ja", "en"),
      fc.boolean(),
      async (title, body, signature, language, hasBlocks) => {
        if (mailTextFaults({ title, body, signature }).length > 0) return;
        const blocks = hasBlocks ? [block(1, "text", { text: body }), block(2, "heading", { text: title })] : [];
        const { mail: filled } = await rendered(mail({ title, body, signature, language, blocks }));
        if (filled === null) return;
        shown++;
        for (const part of [filled.subject, filled.text, filled.html.replace(/<style[\s\S]*?<\/style>/g, "")])
          expect(part).not.toMatch(/undefined|null|NaN|\{\{|\}\}/);
        expect(filled.subject).not.toMatch(/[\r\n]/);
        const withoutMarkup = filled.html
          .replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
          .replaceAll(
            /<\/?(br|p|a|hr|div|html|head|body|meta|title|!doctype|table|tbody|tr|td|h1|h2|img)\b[^>]*>/g,
            "",
          );
        expect(withoutMarkup).not.toMatch(/[<>]/);
      },
    ),
    { numRuns: 250 },
  );
  // How many of them render is chance; some do.
  expect(shown).toBeGreaterThan(0);
});

test("words that look like the layout's own marks stay words", async () => {
  const words = "__b1.text__ <!--piece frame--> __unsubscribe__";
  const { mail: filled } = await rendered(mail({ body: "", blocks: [block(1, "text", { text: words })] }));
  expect(filled?.html).toContain("__b1.text__ &#60;!--piece frame--&#62; __unsubscribe__");
  expect(filled?.text).toContain(words);
});

test("markup in every text, name and address is told, never obeyed", async () => {
  const evil = `<script>alert(1)</script><img src=x onerror=alert(1)><style>*{}</style><base href="//x">"'>`;
  const blocks = [
    block(1, "heading", { text: evil }),
    block(2, "text", { text: `${evil}\n{{ name }}` }),
    block(3, "url", { label: evil, url: 'https://inn.example/?a="><script>' }),
    block(4, "image", { image: "h".repeat(40), alt: evil, url: "https://inn.example/" }),
    block(5, "coupon", { label: evil }),
    block(6, "stay"),
  ];
  const reservation = {
    check_in_on: "2026-12-05",
    check_out_on: "2026-12-07",
    plan: evil,
    room_type: evil,
    reserved_price: 1,
    facility_name: evil,
  } as MessageFacts["reservation"];
  const document = mail({ title: evil, preheader: evil, body: evil, signature: evil, blocks });
  const { mail: filled } = await rendered(document, { name: evil, coupon: { ...coupon, name: evil }, reservation });
  const html = filled?.html ?? "";
  expect(html).not.toMatch(/<script|<base|onerror=alert\(1\)>|<style>\*/);
  expect(html.match(/<img /g)).toHaveLength(1);
  for (const [attribute] of html.matchAll(/(?:href|src)="[^"]*"/g))
    expect(attribute).toMatch(/^(?:href|src)="https:\/\/inn\.example\//);
});

test("a button to a mail or telephone address leads there itself", async () => {
  const blocks = [
    block(1, "url", { label: "電話する", url: "tel:0460000000" }),
    block(2, "url", { label: "書く", url: "mailto:inn@inn.example?subject=a&body=b" }),
  ];
  const { mail: filled } = await rendered(mail({ blocks }), {});
  for (const href of ["tel:0460000000", "mailto:inn@inn.example?subject=a&#38;body=b"])
    expect(filled?.html).toContain(`href="${href}"`);
  expect(filled?.text).toContain("書く\nmailto:inn@inn.example?subject=a&body=b");
});

test("a mail of blocks says all of it in its text, by itself", async () => {
  const blocks = [
    block(9, "text", { text: "お待ちしております。" }),
    block(1, "image", { image: "h".repeat(40), alt: "露天風呂" }),
    block(2, "heading", { text: "紅葉の二日間" }),
    block(3, "url", { label: "空室を見る", url: "https://inn.example/rooms" }),
    block(4, "divider"),
    block(5, "coupon"),
    block(6, "points"),
  ];
  const { mail: filled } = await rendered(mail({ body: "{{ name }} 様", signature: "宿", blocks }), {
    name: "佐藤",
    point_balance: 1_200,
    coupon,
  });
  expect(filled?.text).toBe(`佐藤 様

露天風呂

■ 紅葉の二日間

空室を見る
https://inn.example/r/1

――――――――――

秋の券
二人まで
平日のみ
クーポンコード: AKI-1
有効期限: 期限なし
クーポンを見る: https://inn.example/c/x

ポイント残高: 1,200ポイント
有効期限: 期限なし

お待ちしております。

宿

――――――――――
送信者: 宿株式会社
東京都千代田区1-1
このメールは、ご案内の配信に同意いただいたお客様へお送りしています。
配信停止はこちら: https://inn.example/u/x
`);
  expect(filled?.html).toContain('width="534" height="267"');
  expect(filled?.html.indexOf("二人まで<br>平日のみ")).toBeGreaterThan(0);
});

test("boxes without their fact, lines without theirs and blocks for others are not there, and are named", async () => {
  const target = { combinator: "and", rules: [] };
  const blocks = [
    block(1, "coupon"),
    block(2, "stay"),
    block(3, "text", { text: "番号 {{ member_number }}", target }),
    block(4, "text", { text: "会員番号 {{ member_number }}" }),
    block(5, "text", { text: "上位の方へ", target }),
  ];
  const { mail: filled, omitted, omittedBlocks } = await rendered(mail({ blocks }), {}, [5]);
  expect(filled?.text).toContain("本文\n\n上位の方へ\n\n――");
  expect(filled?.html).not.toMatch(/クーポン|チェックイン|会員番号|番号 /);
  expect(omitted).toEqual([{ field: "blocks.3.text", line: 1, missing: ["member_number"] }]);
  expect(omittedBlocks).toEqual([
    { seq: 1, because: "fact" },
    { seq: 2, because: "fact" },
    { seq: 3, because: "target" },
    { seq: 4, because: "fact" },
  ]);
});

test("nothing but the frame is no mail, and a subject that cannot be said neither", async () => {
  const blocks = [block(1, "divider"), block(2, "text", { text: "{{ member_number }}" })];
  expect((await rendered(mail({ body: " ", blocks, signature: "宿" }))).mail).toBeNull();
  expect((await rendered(mail({ body: "\n {{ coupon_code }}\n", signature: "宿" }))).mail).toBeNull();
  expect((await rendered(mail({ title: "{{ member_number }}様" }))).mail).toBeNull();
});

test("what a guest is called ends no line of the headers", async () => {
  const { mail: filled } = await rendered(mail({ title: "{{ name }}様へ" }), { name: "山田\r\nBcc: evil@example.jp" });
  expect(filled?.subject).toBe("山田 Bcc: evil@example.jp様へ");
});

test("the frame speaks the language of the text; what is about the stay is not called news", async () => {
  const { mail: english } = await rendered(mail({ title: "Hello", body: "Dear {{ name }}", language: "en" }));
  expect(english?.html).toContain('<html lang="en">');
  expect(english?.text).toContain("Dear Guest");
  expect(english?.text).toContain(
    "You receive this mail because you agreed to our newsletters.\nUnsubscribe: https://",
  );
  const stay = await compiled(mail({ blocks: [block(1, "text", { text: "ご予約の件" })] }), "service");
  const { mail: filled } = fillMail(stay, { values: placeholderValues(nobody), shown: [] }, urls);
  for (const part of [filled?.text, filled?.html]) {
    expect(part).toContain("ご宿泊に関する大切なお知らせ");
    expect(part).toContain("宿株式会社");
    expect(part).not.toMatch(/同意|配信停止|\/u\//);
  }
});

test("the same content has the same hash, another text another", async () => {
  const one = await compiled(mail({ blocks: [block(1, "divider")] }));
  expect((await compiled(mail({ blocks: [block(1, "divider")] }))).hash).toBe(one.hash);
  expect((await compiled(mail({ body: "別", blocks: [block(1, "divider")] }))).hash).not.toBe(one.hash);
  const copy = JSON.parse(JSON.stringify(one));
  const facts = { values: placeholderValues(nobody), shown: [] };
  expect(fillMail(copy, facts, urls)).toEqual(fillMail(one, facts, urls));
});

test("a text with a fault is refused before anybody is looked at", async () => {
  await expect(compiled(mail({ title: "a", body: "{{ name\n}} 様" }))).rejects.toThrow("broken_placeholder at 0");
});
