import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { type MessageFacts, PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MailSender } from "./mail-sender.read.ts";
import { mailRenderer } from "./render-mail.ts";

const sender: MailSender = {
  accountName: "宿",
  fromName: "宿",
  fromAddress: "info@inn.example",
  setAddress: "info@inn.example",
  ownAddress: true,
  legalName: "宿株式会社",
  legalAddress: "東京都千代田区1-1",
  legalTel: "",
  signature: "",
  capCount: null,
  capDays: 7,
};
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

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("{{", "}}", "{", "}", "{%", "{{ name }}", "{{ name | upcase }}", "{{ name\n}}", "name"),
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

test("what may be saved renders for a guest of whom nothing is known, in both languages", () => {
  let rendered = 0;
  let shown = 0;
  fc.assert(
    fc.property(text, text, text, (title, body, signature) => {
      const mail = { title, body, signature };
      if (mailTextFaults(mail).length > 0) return;
      rendered++;
      const render = mailRenderer(mail, sender);
      for (const language of ["ja", "en"] as const) {
        const { mail: told } = render(nobody, language, "https://inn.example/u/x");
        if (told === null) continue;
        shown++;
        const { subject, text: plain, html } = told;
        for (const part of [subject, plain, html]) expect(part).not.toMatch(/undefined|null|NaN|\{\{|\}\}/);
        expect(subject).not.toMatch(/[\r\n]/);
        expect(html.replaceAll(/<\/?(br|p|a|hr|div|html|head|body|meta|title|!doctype)\b[^>]*>/g, "")).not.toMatch(
          /[<>]/,
        );
      }
    }),
    { numRuns: 3_000 },
  );
  expect(rendered).toBeGreaterThan(100);
  expect(shown).toBeGreaterThan(10);
});

test("the longest text that may be saved renders though its HTML is five times as long", () => {
  const mail = { title: "長い", body: "&".repeat(20_000), signature: "'".repeat(2_000) };
  expect(mailTextFaults(mail)).toEqual([]);
  expect(mailRenderer(mail, sender)(nobody, "ja", "https://inn.example/u/x").mail?.html).toContain(
    "&#38;".repeat(20_000),
  );
});

test("a text with a fault is refused before anybody is looked at", () => {
  expect(() => mailRenderer({ title: "a", body: "{{ name\n}} 様", signature: "" }, sender)).toThrow(
    "broken_placeholder at 0",
  );
});
