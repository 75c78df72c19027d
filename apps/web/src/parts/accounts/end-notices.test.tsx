// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import { expect, test } from "vitest";
import { administrator, openProduct, provider, serverFor } from "../../test/product.fixture.tsx";

const END = { account_id: 7, account_name: "海の湯", company_name: "海の湯グループ" };
const ENDINGS = [
  { ...END, subject: "contract" as const, ends_on: "2026-12-20", days_left: 30 },
  { ...END, subject: "crm_option" as const, ends_on: "2026-11-20", days_left: 0 },
  { ...END, subject: "registration_card_option" as const, ends_on: "2026-11-19", days_left: -1 },
];
const NOTICES = [
  ["ご契約は、2026年12月20日に終了します(あと30日)。", "/accounts/7"],
  ["オプション「CRM」は、今日(2026年11月20日)までです。", "/accounts/7/options"],
  ["オプション「宿泊者名簿」は、2026年11月19日に終了しました。", "/accounts/7/options"],
] as const;

async function home(session: SessionData) {
  const server = serverFor(session);
  server.answer("accounts.endings", { items: ENDINGS });
  return openProduct("/", server);
}

test("ends of contracts and options are told at home to the client's administrator, with the way to them", async () => {
  const page = await home(administrator);
  for (const [words, path] of NOTICES)
    expect((await page.find("link", `海の湯の${words}`)).getAttribute("href")).toBe(path);
  await page.says("サービスの提供会社にご連絡ください。");
});

test("to clerks in the same words, without a way that would refuse them", async () => {
  const page = await home({ ...administrator, role: "role_user" });
  await page.says(`海の湯の${NOTICES[0][0]}`);
  expect(page.all("link", /終了します/)).toEqual([]);
});

test("to the provider before a client is chosen, by client", async () => {
  const page = await home(provider);
  await page.find("heading", "クライアントを選んでください");
  await page.find("link", `海の湯(海の湯グループ)の${NOTICES[0][0]}`);
  await page.says("アカウントの画面で終了日を変えてください。");
});
