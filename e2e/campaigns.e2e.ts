import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectReadableMail } from "./accessibility.ts";
import { openWindow, signIn } from "./browser.ts";
import { lane } from "./lane.ts";

type Campaign = {
  id: number;
  name: string;
  status: string;
  sending: boolean;
  held: string | null;
  commands: string[];
  points_granted: number;
  pushes: { type: string; targets: number; waiting: number; sent: number; skipped: number; failed: number }[];
};
type List<Item> = { items: Item[]; total: number };
type Caught = { id: string; subject: string; text: string; html: string; to: { address: string }[] };

let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

async function get<T>(path: string): Promise<T> {
  const answer = await context.request.get(path);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Asks until the answer is as wanted; a send runs in the background. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`still not so after ${seconds} s: ${JSON.stringify(answer).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

const campaign = (id: number) => get<Campaign>(`/api/campaigns/${id}`);
const idIn = (address: string) => Number(/\/campaigns\/(\d+)/.exec(address)?.[1]);
const digits = async (place: Locator) => Number((await place.textContent())?.replace(/\D/g, ""));

async function caught(subject: string): Promise<Caught[]> {
  const answer = await fetch(`${lane().mailCatcher}/api/email?sort=desc&limit=5000`);
  return ((await answer.json()) as Caught[]).filter((mail) => mail.subject.includes(subject));
}

/** A line of the funnel beside the conditions. */
function step(on: Page, label: string): Locator {
  return on.locator("aside ol li").filter({ hasText: label }).locator("strong");
}

async function settled(on: Page): Promise<void> {
  await on.getByText(/秒(未満)?で集計$/).waitFor();
}

async function addRule(on: Page, field: string, operator: string, value: string): Promise<void> {
  await on.getByRole("button", { name: "条件を追加する" }).first().click();
  await on.getByPlaceholder("項目を探す").fill(field);
  await on.getByRole("option").filter({ hasText: field }).first().click();
  await on.getByLabel("比べ方").last().selectOption({ label: operator });
  await on.getByLabel("値").last().fill(value);
}

const card = (on: Page, name: "誰に" | "何を" | "いつ" | "確認") =>
  on.getByRole("navigation", { name: "キャンペーンの組み立て" }).getByRole("link", { name });

/** A draft from blank for guests with at least `stays` stays. */
async function start(on: Page, name: string, stays: number): Promise<void> {
  await on.goto("/campaigns/new");
  await on.getByRole("button", { name: "白紙から作る: リピート促進" }).click();
  await on.waitForURL(/\/campaigns\/\d+\/edit/);
  await on.getByRole("textbox", { name: "キャンペーンの名前" }).fill(name);
  await addRule(on, "宿泊回数", "以上", String(stays));
}

async function write(on: Page, subject: string): Promise<void> {
  await card(on, "何を").click();
  await on.getByRole("button", { name: "メールを送る" }).click();
  await on.getByLabel("件名", { exact: true }).fill(subject);
  await on.getByLabel("本文", { exact: true }).fill("いつもありがとうございます。");
}

async function launch(on: Page): Promise<Locator> {
  await on.getByRole("button", { name: "確認して配信する" }).click();
  await on.waitForURL(/card=review/);
  await on.getByRole("button", { name: "確認して配信する" }).click();
  return on.getByRole("dialog");
}

test("from blank to guests who have read it: conditions, points, mail, preview, send, counts, ledger", async () => {
  const stamp = Date.now();
  const name = `秋のおかえり便り ${stamp}`;
  await page.goto("/campaigns");
  // Names stay readable beside all other columns at 1440 pixels.
  const names = await page.locator("tbody tr td:first-child").first().boundingBox();
  expect(names?.width).toBeGreaterThanOrEqual(160);
  await page.getByRole("button", { name: "キャンペーンを作る" }).click();
  await page.waitForURL(/\/campaigns\/new/);
  await page.getByRole("button", { name: "白紙から作る: リピート促進" }).click();
  await page.waitForURL(/\/campaigns\/\d+\/edit/);
  const id = idIn(page.url());
  await page.getByRole("textbox", { name: "キャンペーンの名前" }).fill(name);

  // Everybody first; each condition narrows the count while it is being built.
  await settled(page);
  const everybody = await digits(step(page, "条件に一致"));
  expect(everybody).toBe((await get<List<unknown>>("/api/customers?size=20")).total);
  await addRule(page, "宿泊回数", "以上", "5");
  await expect.poll(() => digits(step(page, "条件に一致"))).toBeLessThan(everybody);
  await settled(page);
  const matched = await digits(step(page, "条件に一致"));
  expect(matched).toBe((await get<List<unknown>>("/api/customers?size=20&stay_count_min=5")).total);
  const reached = await digits(step(page, "届く"));
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThanOrEqual(matched);
  await page.getByRole("radiogroup", { name: "条件の表示" }).getByText("Lua").click();
  // A script beside the same count: what words cannot say, and back to what they can.
  const script = page.getByRole("textbox", { name: "優先 1 の対象(Lua)" });
  await expect.poll(() => script.textContent()).toContain("stay_count >= 5");
  await script.fill("local n = stay_count\nreturn n * 2 >= 2 and n < 2");
  await expect.poll(() => digits(step(page, "条件に一致"))).not.toBe(matched);
  await script.fill("return stay_count >= 5");
  await expect.poll(() => digits(step(page, "条件に一致"))).toBe(matched);
  await page.getByRole("radiogroup", { name: "条件の表示" }).getByText("条件", { exact: true }).click();
  await expect.poll(() => page.getByLabel("値").last().inputValue()).toBe("5");

  await card(page, "何を").click();
  await page.getByRole("button", { name: "ポイントを付与する" }).click();
  await page.getByLabel("付与するポイント").fill("700");
  await page.getByRole("button", { name: "メールを送る" }).click();
  await page.getByLabel("件名", { exact: true }).fill(`秋のご案内${stamp} `);
  await page.getByRole("button", { name: "施設名", exact: true }).click();
  await page.getByLabel("本文", { exact: true }).fill("またのお越しをお待ちしております。");
  await page.getByLabel("本文", { exact: true }).press("Home");
  await page.getByRole("button", { name: "氏名", exact: true }).click();
  await expect.poll(() => page.getByLabel("本文", { exact: true }).textContent()).toMatch(/^氏名/);

  // Of a schedule the next runs are told before anything is activated.
  await card(page, "いつ").click();
  await page.getByRole("radio", { name: /^予定を決めて/ }).check();
  await expect.poll(() => page.getByRole("region", { name: "次の実行" }).getByRole("listitem").count()).toBe(10);
  await page.getByRole("radio", { name: /^今すぐ/ }).check();
  await card(page, "何を").click();

  // The preview shows a real guest, and another one when chosen.
  const paper = page.frameLocator('iframe[title="メールの表示"]');
  await paper.getByText("またのお越しをお待ちしております。").first().waitFor();
  const first = await paper.locator("body").textContent();
  expect(first).not.toContain("{{");
  await page.getByText("スマートフォン").click();
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBeLessThan(400);

  // It saves itself on the way and is still there after a reload.
  await page.getByText(/^\d+:\d+ 保存済み$/).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("付与するポイント").inputValue()).toBe("700");

  const dialog = await launch(page);
  await expect.poll(() => dialog.textContent()).toContain(`${reached.toLocaleString("ja-JP")}人にメール`);
  await dialog.getByRole("button", { name: /人に配信する$/ }).click();
  await page.waitForURL(new RegExp(`/campaigns/${id}$`));
  const done = await until(
    () => campaign(id),
    (now) => !now.sending && now.pushes.every((push) => push.waiting === 0),
  );
  const mail = done.pushes.find((push) => push.type === "mail");
  const point = done.pushes.find((push) => push.type === "point");
  expect(mail).toMatchObject({ targets: matched, sent: reached, failed: 0, skipped: matched - reached });
  // To those alone whom the mail reaches.
  expect(point?.sent).toBe(reached);
  expect(done.points_granted).toBe(700 * reached);
  await page.getByText("配信済み", { exact: true }).first().waitFor();
  await page
    .locator("dl div")
    .filter({ hasText: "付与ポイント" })
    .getByText(`${(700 * reached).toLocaleString("ja-JP")}ポイント`)
    .waitFor();

  // Each figure of the results leads to as many guests, and the row of the mail to the same.
  const shown = reached.toLocaleString("ja-JP");
  await page.getByRole("button", { name: /^届いた/ }).click();
  for (const way of [`${shown}人を見る`, `メール 届いた ${shown}人`]) {
    await page.getByRole("button", { name: way, exact: true }).click();
    const guests = page.getByRole("dialog");
    await guests.getByText(new RegExp(`/ ${shown}件$`)).waitFor();
    await guests.getByRole("button", { name: "閉じる" }).click();
    await guests.waitFor({ state: "detached" });
  }

  // The mail is in the catcher, and the points are in its reader's ledger.
  const mails = await until(
    () => caught(`秋のご案内${stamp}`),
    (found) => found.length >= reached,
  );
  expect(mails[0]?.subject).not.toContain("{{");
  await expectReadableMail(page, mails[0]?.html ?? "");
  await page.getByRole("tab", { name: "届け先" }).click();
  await page.getByRole("button", { name: "結果", exact: true }).click();
  await page.getByRole("radio", { name: "届いた" }).click();
  await page.waitForURL(/outcome=sent/);
  const row = page.locator("tbody tr").filter({ hasText: "@" }).first();
  const address = (await row.locator("td").nth(4).textContent()) ?? "";
  const read = mails.find(({ to }) => to[0]?.address === address.trim());
  const guest = (await row.locator("td").first().textContent())?.trim() ?? "";
  if (read) expect(read.text).toContain(guest);
  await row.getByRole("link", { name: guest, exact: true }).click();
  await page.waitForURL(/\/customers\/\d+/);
  const customer = Number(/customers\/(\d+)/.exec(page.url())?.[1]);
  await page.goto(`/customers/${customer}/grant-points`);
  await page.getByText(name).first().waitFor();
  await page.getByText("700").first().waitFor();
});

/** Changes how the account sends; what it was before is put back by the answer. */
async function sendRules(rules: {
  grace_above_count: number | null;
  grace_seconds: number;
}): Promise<() => Promise<void>> {
  const { items } = await get<List<{ id: number; parent_id: number | null }>>("/api/accounts/picker");
  const path = `/api/accounts/${items.find((one) => one.parent_id === null)?.id}/sender`;
  const put = async (changes: typeof rules) => {
    const sender = await get<Record<string, unknown>>(path);
    const readOnly = ["owner", "mail_from_state", "mail_from_in_use", "mail_from_asked_at"];
    const now = Object.fromEntries(Object.entries(sender).filter(([name]) => !readOnly.includes(name)));
    const answer = await context.request.put(path, {
      data: { ...now, ...changes },
      headers: { origin: new URL(page.url()).origin },
    });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  };
  const { grace_above_count, grace_seconds } = await get<typeof rules>(path);
  await put(rules);
  return () => put({ grace_above_count, grace_seconds });
}

test("a running send is stopped, and the rest can be resumed", async () => {
  const subject = `止める便り ${Date.now()}`;
  await start(page, subject, 5);
  // A send that rests after its first one percent is still running when a person has read the question, however quick the machine is.
  const asBefore = await sendRules({ grace_above_count: 10, grace_seconds: 10 });
  await write(page, subject);
  const dialog = await launch(page);
  await dialog.getByRole("button", { name: /人に配信する$/ }).click();
  await page.waitForURL(/\/campaigns\/\d+$/);
  const id = idIn(page.url());
  await until(
    () => campaign(id),
    (now) => now.held === "canary",
  );
  await page.getByRole("button", { name: "配信を止める" }).click();
  const asked = page.getByRole("dialog");
  await asked.getByText(/まだ送っていない.*通を止めます/).waitFor();
  await asked.getByRole("button", { name: "配信を止める" }).click();
  await page.getByText("停止中", { exact: true }).first().waitFor();
  await asBefore();
  const halted = await until(
    () => campaign(id),
    (now) => !now.sending,
  );
  expect(halted.status).toBe("stopped");
  const waiting = halted.pushes[0]?.waiting ?? 0;
  expect(waiting).toBeGreaterThan(0);
  await page.getByRole("button", { name: "残りを再開する" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "残りを再開する" }).click();
  const done = await until(
    () => campaign(id),
    (now) => !now.sending && now.pushes.every((push) => push.waiting === 0),
  );
  expect(done.pushes[0]?.failed).toBe(0);
  const addresses = (await caught(subject)).map(({ to }) => to[0]?.address);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("everything can be done on a phone", async () => {
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  const fits = async () =>
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.goto("/campaigns");
  await phone.getByRole("list", { name: "キャンペーン管理" }).waitFor();
  await fits();
  await start(phone, "電話からの便り", 1);
  await fits();
  await write(phone, "電話からの便り");
  await fits();
  await phone.getByRole("button", { name: "対象とプレビューを見る" }).click();
  await phone.frameLocator('iframe[title="メールの表示"]').getByText("いつもありがとうございます。").first().waitFor();
  await fits();
  await phone.keyboard.press("Escape");
  await phone.getByRole("button", { name: "確認して配信する" }).click();
  await phone
    .getByRole("region", { name: "この内容で届きます" })
    .getByText(/人にメール$/)
    .first()
    .waitFor();
  await fits();
  await phone.close();
});
