import { BLOCK_KINDS, blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blankBlock } from "../../../messaging/mail-document.fixture.ts";
import { all, EVERYBODY, mailAction, promotion } from "../../campaigns.fixture.ts";
import { asked, withFirst } from "../../document.fixture.ts";
import { openPipeline, type Pipeline } from "../../pipeline.fixture.ts";

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
});
afterAll(() => p.close());

// The specification's MailText: its `style`, heading or text, is the kind of the block; MailImage: its `image_url` is the image's hash, its
// `alt_text` the words.
const IMAGE = "a".repeat(64);
const BLOCKS = {
  heading: { text: "{{ name }}様" },
  text: { text: "お待ちして\nおります。" },
  url: { label: "予約する", url: "https://inn.example/book?from=mail" },
  divider: {},
  coupon: { label: "クーポンを見る" },
  points: {},
  stay: {},
};
const blocks = Object.entries(BLOCKS).map(([kind, says], at) =>
  Object.assign(blankBlock(kind as keyof typeof BLOCKS, at + 1), says),
);
const gold = all({ field: "stay_count", operator: ">=", value: 3 });

const saying = (mail: object, more: object = {}) =>
  promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [{ ...mailAction(mail), ...more }] }],
  });
const refused = async (mail: object, more: object = {}) =>
  (await asked(p.staff).ask("POST", "/campaigns", saying(mail, more))).fields;

test("blocks of every kind come back as they were said, in their order", async () => {
  const input = blocks.map((block) => (block.kind === "url" ? { ...block, target: gold } : block));
  const { id } = await p.call("POST", "/campaigns", saying({ blocks: [...input].reverse() }));
  expect((await p.detail(id)).segments[0].actions[0].mail.blocks).toEqual(input);
});

test("the same mail in English stands beside it, and stays where nothing is said of it", async () => {
  const english = {
    ...blankMail(),
    language: "en" as const,
    title: "Hello",
    body: "Dear {{ name }}",
    blocks,
  };
  const { id } = await p.call("POST", "/campaigns", saying({}, { other_mails: [english] }));
  const staff = asked(p.staff);
  const others = async () => (await p.detail(id)).segments[0].actions[0].other_mails;
  const save = async (change: (action: object) => object) => {
    const actions = (action: readonly object[]) => action.map(change) as never;
    await staff.save(
      id,
      withFirst(await staff.saved(id), (segment) => ({ actions: actions(segment.actions) })),
    );
  };
  expect(await others()).toEqual([english]);
  await save((action) => ({ ...action, other_mails: undefined }));
  expect(await others()).toEqual([english]);
  await save((action) => ({ ...action, other_mails: [] }));
  expect(await others()).toEqual([]);
  // What guests were told and did hangs on it.
  expect(
    await p.query(sql`select language, active_status from mails where campaign_action_id in (select action.id from campaign_actions action
    join campaign_segments segment on segment.id = action.campaign_segment_id where segment.campaign_id = ${id}) order by seq`),
  ).toEqual([
    { language: "ja", active_status: "active" },
    { language: "en", active_status: "inactive" },
  ]);
});

const AT = "segments.0.actions.0.mail";
test.each<[string, object, string]>([
  ["500 blocks", { blocks: Array.from({ length: 500 }, (_, at) => blankBlock("divider", at + 1)) }, `${AT}.blocks`],
  ["a body of 600 kB", { body: "秋".repeat(200_000) }, `${AT}.body`],
  ["two in one place", { blocks: [blankBlock("divider"), blankBlock("divider")] }, `${AT}.blocks.1.seq`],
  ["an unknown word", { blocks: [{ ...blankBlock("text"), text: "{{ nme }}" }] }, `${AT}.blocks.0.text`],
  [
    "a word within a word",
    { blocks: [{ ...blankBlock("text"), text: "{{ na{{ name }}me }}" }] },
    `${AT}.blocks.0.text`,
  ],
  ["a label of two lines", { blocks: [{ ...blankBlock("url"), label: "a\r\nb" }] }, `${AT}.blocks.0.label`],
  ["a preheader that ends the header", { preheader: "a\r\nBcc: x@y.example" }, `${AT}.preheader`],
  ["a link that runs", { blocks: [{ ...blankBlock("url"), url: "javascript:alert(1)" }] }, `${AT}.blocks.0.url`],
  [
    "a link with a word",
    { blocks: [{ ...blankBlock("url"), url: "https://a.example/{{ name }}" }] },
    `${AT}.blocks.0.url`,
  ],
  [
    "conditions that are none",
    { blocks: [{ ...blankBlock("divider"), target: all({ field: "nothing", operator: "=", value: 1 }) }] },
    `${AT}.blocks.0.target.rules.0.field`,
  ],
  [
    "a rank of nobody",
    { blocks: [{ ...blankBlock("divider"), target: all({ field: "rank_detail_id", operator: "in", value: [999] }) }] },
    `${AT}.blocks.0.target.rules.0.value`,
  ],
  [
    "a reservation where none is the occasion",
    {
      blocks: [{ ...blankBlock("divider"), target: all({ field: "reservation_stay_days", operator: ">=", value: 2 }) }],
    },
    `${AT}.blocks.0.target.rules.0.field`,
  ],
  ["what is no image", { blocks: [{ ...blankBlock("image"), image: "../x" }] }, `${AT}.blocks.0.image`],
  [
    "a field of another kind",
    { blocks: [{ ...blankBlock("divider"), url: "https://a.example" }] },
    `${AT}.blocks.0.url`,
  ],
  ["a kind that is none", { blocks: [{ ...blankBlock("text"), kind: "video" }] }, `${AT}.blocks.0.kind`],
  ["500 blocks", { blocks: Array.from({ length: 500 }, (_, at) => blankBlock("divider", at + 1)) }, `${AT}.blocks`],
  ["a body of 900 kB", { body: "あ".repeat(300_000) }, `${AT}.body`],
  ["a template of nobody", { mail_template_id: 999_999 }, `${AT}.mail_template_id`],
])("refused where it is: %s", async (_, mail, path) => {
  expect(await refused(mail)).toEqual([path]);
});

test("another mail is in another language, and stands beside the first", async () => {
  const other = { ...blankMail(), title: "x" };
  const at = "segments.0.actions.0";
  expect(await refused({}, { other_mails: [other] })).toEqual([`${at}.other_mails.0.language`]);
  expect(await refused({}, { mail: null, other_mails: [{ ...other, language: "en" }] })).toEqual([`${at}.mail`]);
  const wrong = { ...other, language: "en", blocks: [{ ...blankBlock("url"), url: "ftp://a" }] };
  expect(await refused({}, { other_mails: [wrong] })).toEqual([`${at}.other_mails.0.blocks.0.url`]);
});

test("blocks are a mail without a text, and each says what it lacks", async () => {
  const lacking = BLOCK_KINDS.map((kind, at) => blankBlock(kind, at + 1));
  const { id } = await p.call("POST", "/campaigns", saying({ body: "", blocks: lacking }));
  const missing = (await p.detail(id)).missing.map(({ path }: { path: string }) => path.replace(`${AT}.`, ""));
  expect(missing.sort()).toEqual(
    [
      "blocks.0.text",
      "blocks.1.text",
      "blocks.2.label",
      "blocks.2.url",
      "blocks.3.alt",
      "blocks.3.image",
      "blocks.7.kind",
    ].sort(),
  );
  const image = { ...blankBlock("image"), image: IMAGE, alt: "露天風呂" };
  expect(image.image).toHaveLength(64);
});

test("the preview of a mail whose image block has no picture yet leaves the picture out", async () => {
  const input = [
    { ...blankBlock("image", 1), alt: "露天風呂" },
    Object.assign(blankBlock("text", 2), { text: "本文" }),
  ];
  const shown = await asked(p.staff).request("POST", "/campaigns/preview", {
    target: EVERYBODY,
    mail: { ...mailAction().mail, body: "", blocks: input },
    points: null,
    customer_id: null,
  });
  expect(shown.html).toContain("本文");
  expect(shown.html).not.toContain("/images/");
  expect(shown.text).not.toContain("露天風呂");
});
