import { calendarDate } from "@okaeri/domain/calendar-date";
import { type BlockKind, blankMail, type MailBlock } from "@okaeri/domain/messaging/mail-blocks";
import { type MessageFacts, placeholderValues } from "@okaeri/domain/messaging/placeholders";
import { caniemail } from "caniemail";
import { beforeAll, expect, test } from "vitest";
import { compileMail } from "./compile-mail.ts";
import { fillMail, type RenderedMail } from "./fill-mail.ts";
import { DARK, LIGHT } from "./look.ts";

// What guests' mail programs make of a mail of all blocks, by the published table of caniemail.com.

const PICTURE = "h".repeat(40);
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
const BLOCKS = [
  block(1, "heading", { text: "紅葉のころ" }),
  block(2, "text", { text: "{{ name | お客様 }}様\n\nいつもありがとうございます。\nhttps://inn.example/niwa" }),
  block(3, "image", { image: PICTURE, alt: "紅葉の庭", url: "https://inn.example/niwa" }),
  block(4, "url", { label: "空室を見る", url: "https://inn.example/yoyaku" }),
  block(5, "divider"),
  block(6, "coupon"),
  block(7, "points"),
  block(8, "stay"),
];
const facts: MessageFacts = {
  name: "山田 太郎",
  name_kana: null,
  member_number: "100",
  point_balance: 1_200,
  point_expires_on: calendarDate("2027-01-31"),
  rank: null,
  last_stay_on: calendarDate("2026-05-01"),
  stay_count: 3,
  facility_name: "宿",
  granted_points: null,
  coupon: { name: "秋の券", description: "平日のみ", code: "AKI-1", until: null },
  reservation: null,
};

async function rendered(): Promise<RenderedMail> {
  const document = {
    title: "秋のご案内",
    preheader: "庭が色づきました",
    body: "",
    signature: "宿の一同",
    blocks: BLOCKS,
  };
  const compiled = await compileMail({
    mail: { ...blankMail(), ...document },
    sender: { guestName: "宿", legalName: "宿株式会社", legalAddress: "東京都千代田区1-1", legalTel: "03-0000-0000" },
    purpose: "marketing",
    origin: "https://inn.example",
    images: new Map([[PICTURE, { width: 1_200, height: 600 }]]),
  });
  const { mail } = fillMail(
    compiled,
    { values: placeholderValues(facts, "ja"), shown: [] },
    {
      link: (no) => `https://inn.example/r/${no}`,
      unsubscribe: "https://inn.example/u/x",
      preferences: "https://inn.example/u/x",
      coupon: "https://inn.example/c/x",
      pixel: "https://inn.example/o/x",
    },
  );
  if (mail === null) throw new Error("there is nothing to say");
  return mail;
}

let mail: RenderedMail;
beforeAll(async () => {
  mail = await rendered();
});

const PROGRAMS: Parameters<typeof caniemail>[0]["clients"] = [
  "apple-mail.ios",
  "apple-mail.macos",
  "gmail.android",
  "gmail.desktop-webmail",
  "gmail.ios",
  "gmail.mobile-webmail",
  "outlook.android",
  "outlook.ios",
  "outlook.macos",
  "outlook.outlook-com",
  "outlook.windows",
  "outlook.windows-mail",
  "samsung-email.android",
  "yahoo.android",
  "yahoo.desktop-webmail",
  "yahoo.ios",
];
const NIGHT_AND_PHONE = "the night's colours and the narrower edge of phones: without them it looks as by day";
const HIDES_PREHEADER = "one of several ways in which the preview line is hidden";
const BREAKS = "one of two ways in which long words break";
/** What some of them do not know, and why the mail is none the worse for it. */
const LOST: Record<string, string> = {
  "<body> element": "the paper around the card; it is a table of its own within",
  "<style> element": NIGHT_AND_PHONE,
  "@media": NIGHT_AND_PHONE,
  "Attribute selector": NIGHT_AND_PHONE,
  "Chaining selectors": NIGHT_AND_PHONE,
  "Child combinator": NIGHT_AND_PHONE,
  "Class selector": NIGHT_AND_PHONE,
  "Descendant combinator": NIGHT_AND_PHONE,
  "ID selector": NIGHT_AND_PHONE,
  "Type selector": NIGHT_AND_PHONE,
  "color-scheme CSS property": NIGHT_AND_PHONE,
  "color-scheme meta tag": NIGHT_AND_PHONE,
  "aria-label attribute": "the title says the same",
  "border-radius": "corners are square",
  "border-spacing": "boxes stand in cells with padding of their own",
  cursor: "on pictures alone",
  "display:none": HIDES_PREHEADER,
  "height property": "rows have their height as an attribute, too",
  "max-height property": HIDES_PREHEADER,
  opacity: HIDES_PREHEADER,
  outline: "pictures have no border",
  overflow: HIDES_PREHEADER,
  "overflow-wrap": BREAKS,
  "role attribute": "tables are read as tables",
  "target attribute": "links open where the program opens them",
  "word-break": BREAKS,
  "word-spacing": "of gaps between cells, which have no words",
};

test("nothing that a mail needs is unknown to the programs of guests, and what some do not know is named", () => {
  const lost = new Set<string>();
  const { issues } = caniemail({ clients: PROGRAMS, html: mail.html });
  for (const [, found] of issues.errors) for (const { title } of [found].flat()) lost.add(title);
  expect([...lost].toSorted()).toEqual(Object.keys(LOST).toSorted());
});

test("by day and by night words stand out from what is behind them", () => {
  const light = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [less = 0, more = 0] = [light(a), light(b)].toSorted((one, other) => one - other);
    return (more + 0.05) / (less + 0.05);
  };
  for (const [name, look] of Object.entries({ LIGHT, DARK })) {
    const grounds = [look.card, look.paper, look.tint, look.accentTint];
    for (const ground of grounds) expect([name, ground, contrast(look.ink, ground) >= 7]).toEqual([name, ground, true]);
    for (const words of [look.second, look.third])
      for (const ground of [look.card, look.paper])
        expect([name, words, ground, contrast(words, ground) >= 4.5]).toEqual([name, words, ground, true]);
    expect([name, contrast(look.press, look.card) >= 4.5]).toEqual([name, true]);
    expect([name, contrast(look.onPress, look.press) >= 4.5]).toEqual([name, true]);
  }
});

test("without pictures it says all the same, and is far from what Gmail cuts off", () => {
  const pictures = [...mail.html.matchAll(/<img[^>]*>/g)].map(([tag]) => /alt="([^"]*)"/.exec(tag)?.[1]);
  expect(pictures).toEqual(["紅葉の庭", ""]);
  expect(mail.html).not.toMatch(/background(-image)?="|url\(/i);
  for (const phrase of ["紅葉のころ", "山田 太郎様", "空室を見る", "秋の券", "AKI-1", "1,200", "宿株式会社", "配信"]) {
    expect(mail.html).toContain(phrase);
    expect(mail.text).toContain(phrase);
  }
  expect(mail.text).toContain("紅葉の庭");
  expect(Buffer.byteLength(mail.html)).toBeLessThan(30_000);
});
