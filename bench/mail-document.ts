import { type BlockKind, blankMail, type MailBlock, type MailDocument } from "@okaeri/domain/messaging/mail-blocks";
import { placeholderValues } from "@okaeri/domain/messaging/placeholders";
import { compileMail } from "../apps/server/src/sections/messaging/content/compile-mail.ts";
import type { CompiledMail, MailFacts } from "../apps/server/src/sections/messaging/content/compiled-mail.ts";

// The mail of the benches: the blocks of an ordinary campaign, with three facts of the guest.

const block = (seq: number, kind: BlockKind, text = ""): MailBlock => ({
  seq,
  kind,
  text,
  label: kind === "url" ? "空室を見る" : "",
  url: kind === "url" ? "https://inn.example/yoyaku?plan=aki" : "",
  image: null,
  alt: "",
  target: null,
});

export const MAIL: MailDocument = {
  ...blankMail(),
  title: "{{ name | お客様 }}様へ、紅葉のご案内",
  preheader: "庭が色づきました",
  blocks: [
    block(1, "heading", "紅葉のころ"),
    block(2, "text", "{{ name | お客様 }}様\n\nいつもありがとうございます。庭のもみじが色づきはじめました。"),
    block(3, "points"),
    block(4, "text", "前回は{{ last_stay_on }}にお越しでした。秋の会席をご用意してお待ちしております。"),
    block(5, "url"),
    block(6, "divider"),
    block(7, "text", "ご予約はお早めにお願いいたします。"),
  ],
};

export const compiledMail = (): Promise<CompiledMail> =>
  compileMail({
    mail: MAIL,
    sender: { guestName: "宿", legalName: "宿株式会社", legalAddress: "東京都千代田区1-1", legalTel: "03-0000-0000" },
    purpose: "marketing",
    origin: "https://inn.example",
    images: new Map(),
  });

export const factValuesOf = (n: number): MailFacts["values"] =>
  placeholderValues(
    {
      name: `山田 ${n}子`,
      name_kana: null,
      member_number: null,
      point_balance: n,
      point_expires_on: null,
      rank: null,
      last_stay_on: "2026-05-01" as never,
      stay_count: 1,
      facility_name: "宿",
      granted_points: null,
      coupon: null,
      reservation: null,
    },
    "ja",
  );

export const urlsOf = (n: number) => ({
  link: (no: number) => `https://inn.example/r/${n}-${no}`,
  unsubscribe: `https://inn.example/u/${n}`,
  preferences: `https://inn.example/u/${n}`,
  coupon: null,
  pixel: `https://inn.example/o/${n}`,
});
