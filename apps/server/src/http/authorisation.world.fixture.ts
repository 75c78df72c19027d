import { sql } from "kysely";
import { type Facility, makeAccount, makeUser, type TestApp } from "../test/app.ts";
import { type Call, PLACES, type PlaceName } from "./authorisation.oracle.fixture.ts";

export type Spot = { companyId: number; accountId: number; userId: number; groupId: number };
export type World = Record<PlaceName, Spot>;

const OPTIONS = { hq: "crm_option_parent", other: "crm_option" } as const;

/** Every place with one person of its own who holds nothing, and one group. */
export async function makeWorld(t: TestApp): Promise<World> {
  const world = {} as World;
  const companies = new Map<string, number>();
  for (const [name, place] of Object.entries(PLACES) as [PlaceName, (typeof PLACES)[PlaceName]][]) {
    const companyId = companies.get(place.company);
    const parentId = place.parent ? world[place.parent].accountId : undefined;
    const facility = await makeAccount(t.app, {
      name,
      option: name in OPTIONS ? OPTIONS[name as keyof typeof OPTIONS] : null,
      cards: true,
      provider: name === "provider",
      ...(companyId === undefined ? {} : { companyId }),
      ...(parentId === undefined ? {} : { parentId }),
      ...(place.parent === "hq" ? { programmeId: world.hq.accountId } : {}),
    });
    companies.set(place.company, facility.companyId);
    world[name] = await peopled(t, facility, place.company === "provider", name);
  }
  return world;
}

/** A headquarters with the CRM of a client of its own. */
export async function makeHeadquarters(t: TestApp, name: string): Promise<Spot> {
  return peopled(t, await makeAccount(t.app, { name, option: OPTIONS.hq, cards: true }), false, name);
}

async function peopled(t: TestApp, facility: Facility, isProviders: boolean, name: string): Promise<Spot> {
  const userId = await makeUser(t.app, facility, isProviders ? "role_vc_user" : "role_user", []);
  // So that no test person is the last administrator of a family.
  for (let i = 0; i < 2; i++) await makeUser(t.app, facility, isProviders ? "role_vc_admin" : "role_admin", ["*"]);
  const groupId = await t.app.database.inScope({ accountIds: [facility.accountId] }, async (tx) => {
    const made = await sql<{
      id: number;
    }>`insert into groups (company_id, name) values (${facility.companyId}, ${name}) returning id`.execute(tx.db);
    const id = made.rows[0]?.id ?? 0;
    await sql`insert into account_groups (account_id, group_id) values (${facility.accountId}, ${id})`.execute(tx.db);
    return id;
  });
  return { ...facility, userId, groupId };
}

/** Undoes what a successful write did to the rows that the cells are about. */
export async function restore(t: TestApp): Promise<void> {
  await t.past.asSystem(async (tx) => {
    await sql`update accounts set active_status = 'active' where active_status <> 'active'`.execute(tx.db);
    await sql`update companies set active_status = 'active' where active_status <> 'active'`.execute(tx.db);
    await sql`update groups set active_status = 'active' where active_status <> 'active'`.execute(tx.db);
    await sql`update users set status = 'active', tfa_secret = 'x', password_update_required = false
      where login_id is not null and (status <> 'active' or password_update_required)`.execute(tx.db);
    // The people of this world share one address, whose mails are counted.
    await sql`delete from sign_in_throttles`.execute(tx.db);
    // A scoring that waits is not asked for once more.
    await sql`delete from pgboss.job where name = 'score-rfm'`.execute(tx.db);
  });
}

let codes = 0;

/** A body that would be accepted, for the calls whose rows have rules of their own; anything else gets an empty one. */
export async function bodyOf(t: TestApp, call: Call, { companyId, accountId, userId, groupId }: Spot): Promise<object> {
  const one = async (table: "accounts" | "users" | "companies" | "groups", id: number) => {
    const found = await t.past.asSystem((tx) =>
      sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(tx.db),
    );
    return found.rows[0] ?? {};
  };
  const isProviders = async () => (await one("companies", companyId)).is_provider === true;
  const person = async () => ({
    name: "試験 花子",
    user_email: "staff@example.jp",
    role: (await isProviders()) ? "role_vc_user" : "role_user",
    accounts: [{ account_id: accountId, permissions: [] }],
  });
  const open = { contract_started_at: null, contract_ended_at: null };
  const coded = { code: `X${codes++}`, name: "一", sort_order: 1, active_status: "active", linkages: [] };
  switch (call.name) {
    case "clients.create":
      return { name: "新しいクライアント" };
    case "clients.update":
      return { name: `c${codes}`, version: (await one("companies", companyId)).version };
    case "accounts.create":
      return { company_id: companyId, code: coded.code, name: "新しい宿", parent_id: null, ...open };
    case "accounts.update": {
      const { version, code, parent_id } = await one("accounts", accountId);
      return { version, code, parent_id, name: `n${codes}`, ...open };
    }
    case "accounts.updateOptions":
      return { version: 999, options: [] };
    case "accounts.updatePayment": {
      const texts = [
        "company_name",
        "company_name_kana",
        "post_code",
        "address",
        "department_name",
        "contact_name",
        "contact_tel",
        "contact_email",
      ];
      const payment = { discount_amount: 0, discount_started_at: null, discount_ended_at: null };
      return { version: 999, ...Object.fromEntries(texts.map((name) => [name, ""])), ...payment };
    }
    case "accountSettings.createCustomerType":
      return coded;
    case "accountSettings.updateCustomerType":
      return { ...coded, version: 1 };
    case "accountSettings.createBookingChannel":
      return { ...coded, masked_email_domains: [] };
    case "accountSettings.updateBookingChannel":
      return { ...coded, version: 1, masked_email_domains: [] };
    case "accountSettings.updateSender": {
      const names = [
        "mail_from_name",
        "mail_from_address",
        "mail_signature",
        "legal_sender_name",
        "legal_sender_address",
        "legal_sender_tel",
      ];
      const cap = {
        frequency_cap_count: null,
        frequency_cap_days: 7,
        standing_control_rate: 0,
        approval_above_count: null,
        grace_above_count: null,
      };
      const hours = {
        conversion_days: 30,
        missed_run_hours: 6,
        grace_seconds: 60,
        quiet_from: null,
        quiet_until: null,
      };
      return { version: 999, ...Object.fromEntries(names.map((name) => [name, ""])), ...cap, ...hours };
    }
    case "accountSettings.updateMembers": {
      const numbers = { member_number_issue: "off", member_number_prefix: "", member_number_digits: 8 };
      return {
        version: 999,
        point_share_percent: 100,
        point_approval_above: null,
        ...numbers,
        member_number_check: "none",
      };
    }
    case "accountSettings.updateLine":
      return { version: 999, name: "", channel_id: "1650000001", basic_id: null };
    case "mailDelivery.update":
      return { version: 999, via: "smtp" };
    case "mailDelivery.makeDkim":
      return { domain: "inn.example", selector: `s${codes}` };
    case "accountSettings.updateRegistrationCard":
      return { version: 999, legal_profile: "ryokan", asks_passport_photo: false, extra_fields: [] };
    case "accountSettings.createKey":
      // Headquarters have engines and no feeds (docs/adr/0307).
      return { kind: "partner", name: "鍵", feed_channel: null, expires_on: null };
    case "accountSettings.replaceKey":
      return { works_hours: 24, expires_on: null };
    case "accountSettings.updateKey":
      return { reach: "programme" };
    case "accountSettings.endKey":
      return { works_hours: 24 };
    case "accountGroups.create":
      return { name: "群", description: "", account_ids: [accountId] };
    case "accountGroups.update":
      return { version: (await one("groups", groupId)).version, name: "群", description: "", account_ids: [accountId] };
    case "users.create":
      return { ...(await person()), without_rights: true };
    case "users.update":
      return { ...(await person()), name: `u${codes}`, version: (await one("users", userId)).version };
    default:
      return {};
  }
}
