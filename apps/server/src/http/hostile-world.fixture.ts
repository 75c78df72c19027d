import { sql } from "kysely";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { campaign, type Ids, type Target } from "./hostile-input.fixture.ts";

// An inn with one of everything that hostile values are sent to, and what may be wrong with an answer.

export type Answer = Awaited<ReturnType<Caller>>;
export type HostileWorld = {
  t: TestApp;
  staff: Caller;
  provider: Caller;
  /** The call with this input, sent by whoever makes it. */
  send(target: Target, input: unknown): Promise<Answer>;
};

/** Ids that `openHostileWorld` fills: tests list the calls before there is any. */
export const noIds = (): Ids => ({ company: 0, account: 0, user: 0, customer: 0, campaign: 0, rfm: 0, batch: 0 });

export async function openHostileWorld(id: Ids): Promise<HostileWorld> {
  const t = await testApp();
  const inn = await makeAccount(t.app, { name: "宿" });
  id.account = inn.accountId;
  id.company = inn.companyId;
  id.user = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  const home = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  const provider = await t.as(await makeUser(t.app, home, "role_vc_admin", ["*"]));
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    await sql`insert into account_settings (account_id, legal_sender_name, legal_sender_address) values (${inn.accountId}, '宿',
      '東京都')`.execute(tx.db);
    const made = await sql<{
      id: number;
    }>`insert into customers (account_id, name) values (${inn.accountId}, '山田 太郎') returning id`.execute(tx.db);
    id.customer = made.rows[0]?.id ?? 0;
    id.rfm = await createDefaultRfm(tx, inn.accountId);
  });
  const file = { file_name: "a.csv", byte_size: 0, facility_account_id: inn.accountId };
  id.batch = (await staff({ method: "POST", url: "/api/imports", payload: file })).json().id;
  id.campaign = (await staff({ method: "POST", url: "/api/campaigns", payload: campaign })).json().id;
  return {
    t,
    staff,
    provider,
    send({ method, url, ...target }, input) {
      const sender = target.provider ? provider : staff;
      if (method !== "GET")
        return sender({ method, url, headers: { "content-type": "application/json" }, payload: JSON.stringify(input) });
      const query = new URLSearchParams(
        Object.entries(input as object).map(([key, value]): [string, string] => [key, String(value)]),
      );
      return sender({ method, url: `${url}?${query}` });
    },
  };
}

export const JAPANESE = /[ぁ-んァ-ヶ一-龥]/;

/** What is wrong with an answer, or null: a 500, a message nobody can read, a refused input without the field. */
export function fault(answer: Answer): string | null {
  if (answer.statusCode < 400) return null;
  if (answer.statusCode >= 500) return `${answer.statusCode}`;
  const { message, fields } = answer.json() as { message?: string; fields?: Record<string, string> };
  if (!JAPANESE.test(message ?? "")) return `message ${answer.body.slice(0, 200)}`;
  if (message === "入力内容を確認してください" && !fields) return "no field named";
  const unread = Object.entries(fields ?? {}).find(([, text]) => !JAPANESE.test(text));
  return unread ? `field ${unread.join(" ")}` : null;
}
