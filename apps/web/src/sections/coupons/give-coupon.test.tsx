// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { at, until } from "../../test/mount.fixture.tsx";
import type { Choices } from "./coupons.api.ts";
import { GiveCouponDialog } from "./GiveCouponDialog.tsx";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

type Offered = Choices["to_give"][number];
const coupon = (id: number, variant: Offered["variant"], left: number | null): Offered => ({
  id,
  name: "紅葉の割引",
  description: "",
  plan_figure: null,
  variant,
  left,
});

test("coupons of one name are told apart by their letters", async () => {
  const choices: Choices = {
    to_give: [coupon(1, "A", null), coupon(2, "B", 3), coupon(3, null, null)],
    to_use: [],
    reservations: [],
    today: "2026-11-20",
    page_actions: ["edit"],
  };
  await at("/", <GiveCouponDialog id={7} choices={choices} onClose={() => undefined} />);
  const options = await until(() => {
    const found = [...document.querySelectorAll("[role=option]")];
    return found.length > 0 ? found : undefined;
  }, "the coupons");
  const offered = options.map(({ textContent }) => textContent);
  expect(offered).toEqual(["紅葉の割引(クーポンA)", "紅葉の割引(クーポンB) (残り3人分)", "紅葉の割引"]);
});
