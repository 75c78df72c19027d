// @vitest-environment jsdom

import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf, reviewAnswer, segment } from "../campaigns.fixture.ts";

type Kind = "point" | "coupon" | "mail";

type Point = NonNullable<CampaignAction<"point">["point"]>;
const POINT: Point = {
  grant_type: "absolute",
  grant_absolute: 100,
  grant_rate: null,
  grant_condition: null,
  plan_code: [],
  expiration_type: "none",
  expiration_date: null,
  expiration_days_from_grant: null,
  expiration_days_from_last_stay: null,
};
const COUPON = {
  ...blankCoupon(),
  without_end: true,
  name: "湯上がり券",
  type: "acquire" as const,
  discount_absolute: 1_000,
};
const MAIL = { ...blankMail(), title: "秋の便り", body: "お待ちしています。" };

const HELD = {
  point: { type: "point", point: POINT },
  coupon: { type: "coupon", coupon: COUPON },
  mail: { type: "mail", mail: MAIL },
} as const;
const action = (type: Kind, id: number): CampaignAction => ({ id, seq: id, ...HELD[type] });

const NO_PREVIEW = {
  customer: null,
  subject: "",
  html: "",
  text: "",
  from: "",
  coupon_is_example: false,
  coupon_given: null,
  omitted_lines: [],
  omitted_blocks: [],
  problems: [],
};

const campaign = (type: CampaignDetail["type"], kinds: readonly Kind[], missing: CampaignDetail["missing"] = []) =>
  campaignOf({
    type,
    action_types: [...kinds],
    missing,
    segments: [segment(kinds.map((kind, at) => action(kind, at + 1)))],
  });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.previewSamples", { items: [] });
  server.answer("campaigns.testRecipients", { items: [] });
  server.answer("campaigns.testSends", { items: [] });
  // As the real one does: coupons are counted where one is asked about.
  server.answer("campaigns.audience", ({ body }) =>
    audienceAnswer(
      body.segments.map(({ coupons }: { coupons: unknown[] }) => ({
        matched: 2_414,
        consented: 2_300,
        reachable: 2_200,
        not_capped: 2_100,
        will_receive: 2_000,
        coupons: coupons.length > 0 ? 2_414 : null,
      })),
    ),
  );
});

const review = async (saved: CampaignDetail) => {
  server.answer("campaigns.get", saved);
  const page = await openProduct("/campaigns/7/edit?card=review", server);
  await page.says(/条件に一致/);
  return page;
};

/** The state of each card in the rail. */
const marks = () =>
  [...document.querySelectorAll("nav[aria-label='キャンペーンの組み立て'] a")].map(
    (card) => /完了|あと\d+か所|\d+件/.exec(card.textContent ?? "")?.[0],
  );

const SETS: readonly Kind[][] = [
  [],
  ["point"],
  ["coupon"],
  ["mail"],
  ["point", "coupon"],
  ["coupon", "mail"],
  ["point", "coupon", "mail"],
];
const TYPES = ["basic", "repeat_promotion", "customer_service"] as const;
const NOT_IN_BASIC = {
  coupon: "クーポンを外すか、種類を「リピート促進」に変えて",
  mail: "メッセージを外すか、種類を「リピート促進」に変えてください",
} as const;

// Product §8, "Type × action": what is shown and promised is what this type does with these actions.
test.each(TYPES.flatMap((type) => SETS.map((kinds) => [type, kinds] as const)))(
  "%s with %j promises what it does",
  async (type, kinds) => {
    const page = await review(campaign(type, kinds));
    const text = page.text();
    const sends = type !== "basic";
    const has = (kind: Kind) => kinds.includes(kind);
    expect({
      mails: text.includes("メール 2,000通"),
      receive: text.includes("上限内"),
      points: text.includes("ポイントの付与 2,414人"),
      coupons: text.includes("クーポンの付与 2,414人"),
      getCoupons: text.includes("クーポンを渡す人数"),
      mentionsCoupon: text.includes("湯上がり券"),
      mentionsMail: text.includes("お待ちしています。"),
    }).toEqual({
      mails: sends && has("mail"),
      receive: sends && has("mail"),
      points: sends && has("point"),
      coupons: sends && has("coupon"),
      getCoupons: sends && has("coupon") && !has("mail"),
      mentionsCoupon: sends && has("coupon"),
      mentionsMail: sends && has("mail"),
    });
    for (const kind of ["coupon", "mail"] as const)
      expect([kind, text.includes(NOT_IN_BASIC[kind])]).toEqual([kind, !sends && has(kind)]);
    expect(text.includes("宿泊ごとに付けるポイントを追加してください")).toBe(!sends && kinds.length === 0);
    expect(text.includes("ポイント・クーポン・メールを1つ以上追加してください")).toBe(sends && kinds.length === 0);
    // A card with a problem is not complete.
    const wrong = kinds.length === 0 || (!sends && (has("coupon") || has("mail")));
    const [who, what, when, reviewMark] = marks();
    expect([who, what === "完了", when, reviewMark === "完了"]).toEqual(["完了", !wrong, "完了", !wrong]);
    const [launch] = page.all<HTMLButtonElement>("button", sends ? "確認して配信する" : "確認して開始する");
    expect(launch?.disabled).toBe(false);
  },
);

test("of a mail with several texts the letter says who gets which, and that the others wait", async () => {
  const texts = (["A", "B"] as const).map((variant) => ({ ...MAIL, variant, share: 20 }));
  const [mail = null, ...other_mails] = texts;
  const several = segment([{ id: 1, seq: 1, type: "mail", mail, other_mails }]);
  server.answer("campaigns.get", { ...campaign("repeat_promotion", ["mail"]), segments: [several] });
  server.answer(
    "campaigns.review",
    reviewAnswer({
      estimates: [
        {
          path: "segments.0.actions.0",
          type: "mail",
          count: 10,
          at_most: false,
          total: null,
          until: null,
          counted_from: null,
          endless: false,
        },
      ],
    }),
  );
  const page = await openProduct("/campaigns/7/edit?card=review", server);
  await page.says("A 20%、B 20%に送り、残り60%は結果を見て選びます。");
});

test("what only the server knows marks its card, too", async () => {
  const page = await review(
    campaign(
      "repeat_promotion",
      ["mail"],
      [{ path: "segments.0.actions.0.mail.from_address", message: "差出人がありません" }],
    ),
  );
  await page.says("差出人がありません");
  expect(marks()).toEqual(["完了", "あと1か所", "完了", "1件"]);
});

test("the last question names what goes out, kind by kind, and nothing else", async () => {
  const estimates = { at_most: false, total: null, until: null, counted_from: null, endless: false };
  server.answer(
    "campaigns.review",
    reviewAnswer({
      holds: { approval: true, grace_seconds: null, quiet_until: null },
      estimates: [
        { ...estimates, path: "segments.0.actions.1", type: "mail", count: 2_016 },
        { ...estimates, path: "segments.0.actions.0", type: "point", count: 4_364, total: 4_364_000, endless: true },
        {
          ...estimates,
          path: "segments.0.actions.2",
          type: "coupon",
          count: 4_364,
          total: 8_728_000,
          until: "2027-02-28",
        },
      ],
    }),
  );
  const page = await review(campaign("repeat_promotion", ["point", "coupon", "mail"]));
  await page.says("別の方が承認するまで");
  await page.press("button", "確認して配信する");
  const lines = [...(await page.find("dialog")).querySelectorAll("li")].map((line) => line.textContent);
  expect(lines).toEqual([
    "2,016人にメール",
    "4,364人に計4,364,000ポイント(期限なし)",
    "4,364人にクーポン、最大8,728,000円引き(2027年02月28日まで)",
  ]);
  expect(page.text()).toContain("別の方が承認するまで始まりません");
});

test.each<[boolean, Kind[], string | undefined]>([
  [true, ["point", "mail"], "メッセージが届く方だけに付与します"],
  [false, ["point", "mail"], "メッセージが届かない方にも付与します"],
  [true, ["point"], undefined],
  [true, ["mail"], undefined],
])(
  "benefits to those who are reached (%s) with %j: the review and the campaign's page say %s",
  async (on, kinds, says) => {
    const saved = campaign("repeat_promotion", kinds);
    const [only] = saved.segments;
    const page = await review({ ...saved, segments: only ? [{ ...only, benefits_to_reached: on }] : [] });
    const benefitNote = () =>
      /メッセージが届く方だけに付与します|メッセージが届かない方にも付与します/.exec(page.text())?.[0];
    expect(benefitNote()).toBe(says);
    server.answer("campaigns.preview", { ...NO_PREVIEW });
    const other = await openProduct("/campaigns/7", server);
    await other.says(kinds.includes("mail") ? "秋の便り" : "100ポイント");
    expect(benefitNote()).toBe(says);
  },
);

test("the letter says who, from whom and what to mind, and a caution leads to its place", async () => {
  server.answer(
    "campaigns.review",
    reviewAnswer({
      audience: audienceAnswer([{ matched: 4_403, will_receive: 2_020, points_only: 12 }]),
      sender: { name: "花の湯", address: "okaeri@hananoyu.example", reply_to: "okaeri@hananoyu.example" },
      cautions: [
        {
          path: "segments.0.target",
          code: "meets_nobody",
          params: {},
          message: "いま、この条件に合うお客様はいません",
        },
      ],
    }),
  );
  const page = await review(campaign("repeat_promotion", ["mail"]));
  await page.says("条件に合うお客様は4,403人、2,020人に届きます、12人には特典だけ付きます");
  expect(page.text()).toContain("差出人は 花の湯 <okaeri@hananoyu.example>");
  await page.press("button", "いま、この条件に合うお客様はいません");
  await expect.poll(() => location.search).toContain("card=who");
});
