import { guestNameOf } from "@okaeri/domain/messaging/guest-name";
import type { Role } from "@okaeri/domain/permissions/roles";
import type { App } from "../app.ts";
import { namePerson, PRODUCT_ITSELF, type Tx } from "../database/connection.ts";
import { confirmAddress } from "../sections/accounts/mail-delivery/sender-address.ts";
import { hashPassword } from "../session/passwords.ts";
import { bindingOf } from "../session/sealed-places.ts";
import { newTotpSecret } from "../session/totp.ts";

export const DEMO_PASSWORD = "okaeri-demo-2026";

type DemoUser = {
  login_id: string;
  name: string;
  role: Role;
  account: string;
  permissions: readonly string[];
  /** "*" implies it. */
  can_export?: true;
  shown: boolean;
};
type DemoAccount = {
  code: string;
  name: string;
  parent?: string;
  option?: "crm_option" | "crm_option_parent";
  cards?: true;
};
type DemoCompany = { name: string; provider?: true; accounts: readonly DemoAccount[]; users: readonly DemoUser[] };

const CRM_READ = ["users/read", "ranks/read", "rfms/read", "customers/read", "campaigns/read", "reports/read"];

/** The provider and three clients: a chain of five under one headquarters, a single ryokan, and a hotel without any option. */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: "おかえりサービス株式会社",
    provider: true,
    accounts: [{ code: "OKAERI", name: "おかえりサービス" }],
    users: [
      {
        login_id: "vc_admin",
        name: "大谷 恵",
        role: "role_vc_admin",
        account: "OKAERI",
        permissions: ["*"],
        shown: true,
      },
      {
        login_id: "vc_support",
        name: "三浦 拓也",
        role: "role_vc_user",
        account: "OKAERI",
        permissions: [...CRM_READ, "clients/read", "accounts/read"],
        shown: true,
      },
    ],
  },
  {
    name: "花の湯グループ",
    accounts: [
      { code: "HANA", name: "花の湯グループ 本部", option: "crm_option_parent", cards: true },
      { code: "HANA-HAKONE", name: "箱根 花の湯 本館", parent: "HANA", cards: true },
      { code: "HANA-ATAMI", name: "熱海 花の湯別邸", parent: "HANA" },
      { code: "HANA-KUSATSU", name: "草津 花の湯", parent: "HANA" },
      { code: "HANA-KYOTO", name: "京都 花の湯", parent: "HANA" },
      { code: "HANA-IZU", name: "伊豆 花の湯", parent: "HANA" },
    ],
    users: [
      {
        login_id: "hana_admin",
        name: "花田 千夏",
        role: "role_admin",
        account: "HANA",
        permissions: ["*"],
        shown: true,
      },
      {
        login_id: "hana_marketing",
        name: "小川 真由",
        role: "role_user",
        account: "HANA",
        permissions: ["ranks/all", "rfms/all", "customers/all", "campaigns/all", "reports/read"],
        can_export: true,
        shown: false,
      },
      {
        login_id: "hana_front",
        name: "松本 健",
        role: "role_user",
        account: "HANA-HAKONE",
        // The desk registers guests, and takes their points and coupons.
        permissions: ["customers/read", "customers/create", "customers/edit", "ranks/read", "campaigns/read"],
        shown: true,
      },
    ],
  },
  {
    name: "奥入瀬 月の宿",
    accounts: [{ code: "TSUKI", name: "奥入瀬 月の宿", option: "crm_option", cards: true }],
    users: [
      {
        login_id: "tsuki_admin",
        name: "工藤 和子",
        role: "role_admin",
        account: "TSUKI",
        permissions: ["*"],
        shown: false,
      },
      {
        login_id: "tsuki_front",
        name: "成田 陽介",
        role: "role_user",
        account: "TSUKI",
        permissions: ["customers/read"],
        shown: false,
      },
    ],
  },
  {
    name: "駅前ホテルさくら",
    accounts: [{ code: "SAKURA", name: "駅前ホテルさくら" }],
    users: [
      {
        login_id: "sakura_admin",
        name: "桜井 悟",
        role: "role_admin",
        account: "SAKURA",
        permissions: ["*"],
        shown: false,
      },
    ],
  },
];

/** Creates companies, accounts and people in one transaction, once. @returns whether anything was created. */
export async function seedOrganisation(app: App): Promise<boolean> {
  // One hash for all: the same demo password, and argon2id is meant to be slow.
  const password = await hashPassword(DEMO_PASSWORD);
  return app.database.asSystem(
    async (tx) => {
      await tx.run`select pg_advisory_xact_lock(hashtext('okaeri.demo'))`;
      const known = await tx.one<{ count: number }>`select count(*)::int as count from companies`;
      if (known.count) return false;
      for (const company of DEMO_COMPANIES) await seedCompany(app, tx, company, password);
      return true;
    },
    { actor: PRODUCT_ITSELF },
  );
}

async function seedCompany(app: App, tx: Tx, company: DemoCompany, password: string): Promise<void> {
  const inserted = await tx.one<{
    id: number;
  }>`insert into companies (name, is_provider) values (${company.name}, ${company.provider ?? false}) returning id`;
  const companyId = inserted.id;
  const ids = new Map<string, number>();
  for (const account of company.accounts) {
    const parentId = account.parent ? (ids.get(account.parent) ?? null) : null;
    const row = await tx.one<{
      id: number;
    }>`insert into accounts (code, name, company_id, parent_id, programme_account_id, contract_started_at)
      values (${account.code}, ${account.name}, ${companyId}, ${parentId}, ${parentId}, '2023-04-01') returning id`;
    const id = row.id;
    ids.set(account.code, id);
    await tx.run`select set_config('app.account_ids', ${String(id)}, true)`;
    for (const option of [account.option, account.cards ? "registration_card_option" : undefined])
      if (option)
        await tx.run`insert into account_options (account_id, option_type, option_item, option_started_at)
          values (${id}, ${option}, ${option === "crm_option_parent" ? "5施設まで" : ""}, '2023-04-01')`;
    if (!company.provider && !account.parent) {
      const address = `info@${account.code.toLowerCase()}.example.jp`;
      // Without quiet hours and waiting times: the demo shows a whole send at once, at any hour.
      await tx.run`insert into account_settings (account_id, legal_sender_name, legal_sender_address, legal_sender_tel, mail_from_name,
        display_name, mail_from_address, quiet_from, quiet_until, grace_above_count)
        values (${id}, ${company.name}, '東京都千代田区丸の内1-1-1', '03-0000-0000', ${company.name},
        ${guestNameOf(account.name)}, ${address}, null, null, null)`;
      await confirmAddress(tx, id, address);
      await tx.run`with payment as (
          insert into payments (company_name, post_code, address, department_name, contact_tel, contact_email, discount_amount,
            discount_started_at)
          values (${company.name}, '100-0005', '東京都千代田区丸の内1-1-1', '経理部', '03-0000-0000',
            ${`keiri@${account.code.toLowerCase()}.example.jp`},
            ${account.option === "crm_option_parent" ? 30_000 : 0}, ${account.option === "crm_option_parent" ? "2026-04-01" : null}::date)
              returning id)
        update accounts set payment_id = payment.id from payment where accounts.id = ${id}`;
    }
  }
  for (const user of company.users) {
    const row = await tx.one<{
      id: number;
    }>`insert into users (company_id, login_id, user_email, name, role, password, password_changed_at)
      values (${companyId}, ${user.login_id}, ${`${user.login_id}@example.jp`}, ${user.name}, ${user.role}, ${password},
        ${app.realClock.now()})
        returning id`;
    const id = row.id;
    await namePerson(tx, id);
    const secret = app.cipher.seal(newTotpSecret(), bindingOf("tfa", id));
    await tx.run`update users set tfa_secret = ${secret}, status = 'active' where id = ${id}`;
    const accountId = ids.get(user.account) ?? 0;
    await tx.run`select set_config('app.account_ids', ${String(accountId)}, true)`;
    await tx.run`insert into account_users (account_id, user_id, permissions, can_export)
      values (${accountId}, ${id}, ${user.permissions}::text[], ${user.can_export ?? false})`;
  }
}
