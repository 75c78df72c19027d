// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import type { MailDetail, MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../../test/fake-calls.fixture.ts";
import { until } from "../../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, reviewAnswer, segment } from "../../campaigns.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.audience", audienceAnswer([{ matched: 3 }]));
  server.answer("campaigns.testRecipients", { items: [] });
  server.answer("campaigns.testSends", { items: [] });
  server.answer("campaigns.previewSamples", {
    items: [{ as: "least_known", customer_id: 5, name: "山田", lacks: ["member_number"] }],
  });
  server.answer(
    "campaigns.preview",
    ({ body }) =>
      ({
        customer: { id: body.customer_id, name: "山田", email: null },
        subject: `${body.mail.language}: ${body.mail.title}`,
        html: "あ".repeat(20_000),
        text: "",
        from: "",
        coupon_is_example: false,
        coupon_given: null,
        omitted_lines: [],
        omitted_blocks: body.mail.blocks.flatMap(({ seq, target }: MailDetailBlock) =>
          target === null ? [] : [{ seq, because: "target" }],
        ),
        problems: [],
      }) as never,
  );
});

const block = (seq: number, overrides: Partial<MailDetailBlock>): MailDetailBlock => ({
  seq,
  kind: "text",
  text: "",
  label: "",
  url: "",
  image: null,
  alt: "",
  target: null,
  ...overrides,
});
const MAIL: MailDetail = {
  ...blankMail(),
  title: "秋の便り",
  preheader: "紅葉が見ごろです",
  blocks: [
    block(1, { kind: "heading", text: "{{ name }}様へ" }),
    block(2, { kind: "url", label: "予約する", url: "https://hotel.example/" }),
  ],
};
const ENGLISH: MailDetail = { ...MAIL, language: "en", title: "Autumn", blocks: [block(1, { text: "Welcome back" })] };

function campaign(mail: MailDetail, other_mails: MailDetail[] = []) {
  const saved = campaignOf({
    type: "repeat_promotion",
    action_types: ["mail"],
    segments: [segment([{ id: 12, seq: 1, type: "mail", mail, other_mails }])],
  });
  server.answer("campaigns.get", saved);
  server.answer("campaigns.update", ({ body }) => ({ ...saved, version: body.version + 1 }) as never);
}
const write = async (label: string, words: string) => {
  const field = await until(
    () => document.querySelector<HTMLElement>(`[role=textbox][aria-label="${label}"]`) ?? undefined,
    `the field ${label}`,
  );
  const view = EditorView.findFromDOM(field) as EditorView;
  await act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } }));
};
const lastSaved = () =>
  until(() => server.callsOf("campaigns.update").at(-1)?.body.segments[0].actions[0], "it saves itself");

test("an English text is a second mail of the same action, begun with the blocks of the first, previewed where it is written, and can be taken out", async () => {
  campaign(MAIL);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("ja: 秋の便り");
  await page.says("大きさ 59 kB(100 kBまで)");
  await page.press("button", "英語の文面を加える");
  await write("件名", "Autumn");
  await page.says("en: Autumn");
  const saved = await until(() => {
    const action = server.callsOf("campaigns.update").at(-1)?.body.segments[0].actions[0];
    return action?.other_mails[0]?.title === "Autumn" ? action : undefined;
  }, "it saves itself");
  expect(saved.mail).toEqual(MAIL);
  expect(saved.other_mails).toEqual([
    {
      ...blankMail(),
      language: "en",
      title: "Autumn",
      blocks: [block(1, { kind: "heading" }), block(2, { kind: "url", url: "https://hotel.example/" })],
    },
  ]);
  await page.press("button", "英語の文面を外す");
  await page.says("英語の文面を外しますか?");
  const confirmButton = [...(document.querySelector("[role=dialog]")?.querySelectorAll("button") ?? [])].find(
    (one) => one.textContent === "英語の文面を外す",
  );
  await act(async () => confirmButton?.click());
  await until(
    () =>
      server.callsOf("campaigns.update").at(-1)?.body.segments[0].actions[0].other_mails.length === 0
        ? true
        : undefined,
    "it is taken out",
  );
  await page.says("ja: 秋の便り");
});

const lastMails = async (meets: (mails: MailDetail[]) => boolean): Promise<MailDetail[]> =>
  until(() => {
    const action = server.callsOf("campaigns.update").at(-1)?.body.segments[0].actions[0];
    const mails = action === undefined ? [] : [action.mail, ...(action.other_mails ?? [])];
    return meets(mails) ? mails : undefined;
  }, "it saves itself so");
const saying = (mails: MailDetail[]) =>
  mails.map(({ variant, language, share, title }) => [variant, language, share, title]);
const confirmDialog = async (words: string) => {
  const button = await until(
    () => [...document.querySelectorAll("[role=dialog] button")].find((one) => one.textContent === words),
    `the question ${words}`,
  );
  await act(async () => (button as HTMLButtonElement).click());
};

test("a second text begins as the first in each of its languages, for half of the guests; its share, words and end are its own", async () => {
  campaign(MAIL, [ENGLISH]);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "文面を比べる");
  await page.says("A 50%、B 50%に分けて送ります。");
  await write("件名", "紅葉の便り");
  await page.says("ja: 紅葉の便り");
  await page.press("button", "20%ずつ先に送り、残りはあとで選ぶ");
  await page.says("A 20%、B 20%に送り、残り60%は結果を見て選びます。");
  await page.type("Bを送る割合", "30");
  const mails = await lastMails((all) => all.some(({ share }) => share === 30));
  expect(saying(mails)).toEqual([
    ["A", "ja", 20, "秋の便り"],
    ["A", "en", null, "Autumn"],
    ["B", "ja", 30, "紅葉の便り"],
    ["B", "en", null, "Autumn"],
  ]);
  await page.press("button", "文面Bを外す");
  await confirmDialog("文面Bを外す");
  await page.says("ja: 秋の便り");
  expect(saying(await lastMails((all) => all.length === 2))).toEqual([
    ["A", "ja", null, "秋の便り"],
    ["A", "en", null, "Autumn"],
  ]);
});

test("the first text can be taken out as well, and the one that is left is for everybody", async () => {
  const withVariants = (variant: "A" | "B", title: string): MailDetail => ({ ...MAIL, variant, share: 50, title });
  campaign(withVariants("A", "秋の便り"), [withVariants("B", "紅葉の便り")]);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "文面Aを外す");
  await confirmDialog("文面Aを外す");
  await page.says("ja: 紅葉の便り");
  expect(saying(await lastMails((all) => all.length === 1))).toEqual([["B", "ja", null, "紅葉の便り"]]);
});

test("shares that come to too much are told with the text whose field it is, and lead there", async () => {
  campaign({ ...MAIL, share: 60 }, [{ ...MAIL, variant: "B", share: 60 }]);
  const page = await openProduct("/campaigns/7/edit?card=review", server);
  await page.says("割合の合計が120%です。100%以下にしてください");
  await page.press("button", "割合(%)(文面B)");
  await until(
    () => (document.activeElement?.id === "campaign-segments-0-actions-0-other_mails-0-share" ? true : undefined),
    "the cursor is in the field",
  );
});

test("what is wrong with a block of any language is told by its number and leads to its field", async () => {
  campaign({ ...MAIL, blocks: [block(1, { text: "秋です" }), block(2, { kind: "url", label: "予約する" })] }, [
    { ...ENGLISH, blocks: [block(1, { kind: "heading", text: "Hello {{ nmae }}" })] },
  ]);
  const page = await openProduct("/campaigns/7/edit?card=review", server);
  await page.says("ブロック2のリンク先");
  await page.says("ブロック1の文章(英語)");
  await page.press("button", "ブロック2のリンク先");
  await until(
    () => (document.activeElement?.id === "campaign-segments-0-actions-0-mail-blocks-1-url" ? true : undefined),
    "the cursor is in the field",
  );
});

test("conditions of a block are built as those of a segment, and are saved with it", async () => {
  const target = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 3 }] };
  campaign({ ...MAIL, blocks: [block(1, { text: "常連の方へ", target })] });
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("宿泊回数: 3回以上");
  await page.says("1番の文章(ブロックの条件に当てはまりません)");
  await act(async () => document.getElementById("campaign-segments-0-actions-0-mail-blocks-0")?.focus());
  await page.type("値", "5");
  const saved = await lastSaved();
  expect(saved.mail.blocks[0].target.rules[0].value).toBe(5);
});

test("to be read, a mail stands with its blocks in order, its marks by their names, whom each is for, and in each language", async () => {
  const target = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 3 }] };
  const mail = {
    ...MAIL,
    title: "{{ member_number | 会員 }}様へ",
    blocks: [block(2, { text: "二つ目", target }), block(1, { kind: "heading", text: "一つ目" })],
  };
  campaign(mail, [ENGLISH]);
  const page = await openProduct("/campaigns/7?tab=content", server);
  await page.says("会員番号(なければ「会員」)様へ");
  await page.says("件名の続き");
  await page.says("Welcome back");
  expect(page.text()).toMatch(/一つ目.*二つ目.*この条件のお客様だけ.*宿泊回数: 3回以上/s);
});
