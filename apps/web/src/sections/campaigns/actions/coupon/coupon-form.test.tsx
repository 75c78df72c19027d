// @vitest-environment jsdom
import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../../i18n/i18n.ts";
import { mount } from "../../../../test/mount.fixture.tsx";
import { CouponForm } from "./CouponForm.tsx";
import { type CouponDraft, newCouponDraft, sentCouponDraft, unsupportedCoupon } from "./coupon-draft.ts";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

let now: CouponDraft;

const NO_CONDITIONS = { Builder: () => null, Words: () => null };

type EditingProps = { start: CouponDraft; wrong?: Record<string, string>; firstRunOn?: CalendarDate | null };

function Editing({ start, wrong = {}, firstRunOn = null }: EditingProps) {
  const [coupon, setCoupon] = useState(start);
  now = coupon;
  const labels: Record<string, string> = {
    name: "クーポンの名前",
    code: "クーポンコード",
    discount_absolute: "割引額",
  };
  return (
    <CouponForm
      detail={coupon}
      set={(part) => setCoupon((before) => ({ ...before, ...part }))}
      field={(name) => ({ id: `coupon-${name}`, label: labels[name] ?? name, error: undefined })}
      rule={() => ({})}
      type="repeat_promotion"
      given={new Set()}
      counted={undefined}
      firstRunOn={firstRunOn}
      saved={null}
      change={(recipe) => setCoupon((before) => recipe(before) as CouponDraft)}
      path="segments.0.actions.0"
      at={(path) => ({ id: path, error: wrong[path.replace("coupon.", "")] })}
      conditions={NO_CONDITIONS}
      variantKey={{ variant: "A", language: "ja" }}
      onWording={() => undefined}
    />
  );
}
const open = (start: Partial<CouponDraft> = {}, wrong?: Record<string, string>) =>
  mount(<Editing start={{ ...newCouponDraft(), ...start }} {...(wrong ? { wrong } : {})} />);

test("a coupon is given in one of four ways, and no field that is empty means one of them", async () => {
  const { place, field, type, press, text } = await open();
  const way = (name: string) =>
    [...place.querySelectorAll("label")]
      .find((one) => one.textContent?.startsWith(name))
      ?.querySelector("input") as HTMLInputElement;
  expect(way("会員に届ける").checked).toBe(true);
  await press(way("共通コード"));
  const code = field("クーポンコード");
  expect(code.value).toMatch(/^[2-9A-Z]{12}$/);
  await type(code, "");
  expect([way("共通コード").checked, unsupportedCoupon(now)]).toEqual([true, [{ path: "code", code: "required" }]]);
  await type(code, "FUYU");
  await press(way("お一人ずつのコード"));
  expect([sentCouponDraft(now).type, sentCouponDraft(now).code, text().includes("ここでコードを用意できます")]).toEqual(
    ["code", null, true],
  );
  await press(way("共通コード"));
  expect([field("クーポンコード").value, unsupportedCoupon(now)]).toEqual(["FUYU", []]);
  await press(way("お客様が受け取る"));
  expect(sentCouponDraft(now)).toMatchObject({ type: "acquire", code: null, taken_by_guest: true });
  await press(way("会員に届ける"));
  expect(sentCouponDraft(now)).toMatchObject({ type: "acquire", code: null, taken_by_guest: false });
});

test("until when is asked for, given as a day or counted, or chosen to be never; an end takes that choice back", async () => {
  const { field, type, press, button, text } = await open();
  await press(button("期限を選ぶ"));
  await press(field("期限なし"));
  expect([now.without_end, button("期限なし").textContent]).toEqual([true, "期限なし"]);
  await type(field("宿泊日の期限"), "2027/2/28");
  expect([now.without_end, now.stay_end_date]).toEqual([false, "2027-02-28"]);
  expect(button("2027年02月28日(宿泊日)").getAttribute("aria-expanded")).toBe("true");
  const from = field("受け取った日から数える期限");
  const choose = async (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(from, value);
    await press(from);
    from.dispatchEvent(new Event("change", { bubbles: true }));
    await press(from);
  };
  await choose("months");
  expect([now.valid_months_from_acquire, text().includes("受け取った月から1か月後の月末")]).toEqual([1, true]);
  await press(field("期限なし"));
  expect(sentCouponDraft(now)).toMatchObject({
    stay_end_date: null,
    valid_months_from_acquire: null,
    without_end: true,
  });
});

test("the five groups say how they stand, and one with a mistake in it stands open", async () => {
  const { place, button, press, field } = await open(
    { use_condition: 20_000, day_of_week: [1, 2], plan_code: ["A"] },
    { use_times_limit: "多すぎます" },
  );
  const rows = [...place.querySelectorAll<HTMLButtonElement>("button[aria-expanded][aria-controls]")];
  expect(rows.map((one) => [one.textContent, one.getAttribute("aria-expanded")])).toEqual([
    ["予約の条件20,000円以上のご予約、0円の予約には使えない", "false"],
    ["日付と曜日すべての月、月・火、除外日なし", "false"],
    ["プランAだけ、割引はどのプランも同じ", "false"],
    ["併用と取消ほかのクーポンとは一緒に使えない、取消料は割引前の料金で計算", "false"],
    ["枚数の上限全体の上限なし、お一人様1回、1つのご予約に1枚", "true"],
  ]);
  await press(button("予約の条件20,000円以上のご予約、0円の予約には使えない"));
  expect(field("use_condition").value).toBe("20,000");
});

test("a discount is yen or percent, its own or the booked plan's; figures are read as they are typed", async () => {
  const { field, type, leave, place } = await open();
  await type(field("割引額"), "３，０００");
  await leave(field("割引額"));
  expect([field("割引額").value, sentCouponDraft(now).discount_absolute]).toEqual(["3,000", 3_000]);
  expect(
    [...(place.querySelectorAll("select")[0]?.querySelectorAll("option") ?? [])].map((one) => one.textContent),
  ).toEqual(["円引き", "%引き", "円引き(予約したプランの額)", "%引き(予約したプランの率)"]);
});

test.each([
  ["days from the grant", { valid_days_from_acquire: 60 }, "初回の配信分は2027年04月02日まで"],
  ["the end of a month", { valid_months_from_acquire: 1 }, "初回の配信分は2027年03月31日まで"],
  [
    "a fixed day that comes first",
    { valid_days_from_acquire: 60, stay_end_date: "2027-03-01" },
    "初回の配信分は2027年03月01日まで",
  ],
  ["a fixed day alone", { stay_end_date: "2027-03-01" }, undefined],
  ["a code for everybody", { valid_days_from_acquire: 60, type: "code", code: "FUYU" }, undefined],
] as const)("the ticket shows until when the first run's coupon can be used: %s", async (_, terms, says) => {
  const start = { ...newCouponDraft(), ...terms, without_end: false };
  const { text } = await mount(<Editing start={start} firstRunOn={calendarDate("2027-02-01")} />);
  expect(/初回の配信分は.*?まで/.exec(text())?.[0]).toBe(says);
  const { text: without } = await mount(<Editing start={start} />);
  expect(without()).not.toContain("初回の配信分");
});
