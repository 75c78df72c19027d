import { sql } from "kysely";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp } from "../test/app.ts";
import { bodyOf, type Spot } from "./authorisation.world.fixture.ts";

/** One call as it is fired several times at once. */
export type Save = {
  /** What stands in the address's braces. */
  ids?: Record<string, number | string>;
  /** One for all of them; an array: one for each. */
  body?: object;
  headers?: Record<string, string>;
  /** Who calls, in turn; else two administrators of the provider. */
  by?: Caller[];
  /** Rows of which there is exactly one afterwards. Null: each accepted call makes one of its own. Left out: nothing is kept. */
  once?: string | null;
  /** What runs before the rows are counted. */
  settle?: () => Promise<void>;
};
/** `spot`: a headquarters with the CRM. */
export type Bench = { t: TestApp; spot: Spot; boss: Caller };
export type Make = (bench: Bench, name: string) => Promise<Save> | Save;

let made = 0;
export const own = (word: string) => `${word}-${made++}`;

/** One line of the log, however often it was asked for. */
export const audited = (entity: string, id: number, action: string) =>
  `select from audit_logs where entity = '${entity}' and entity_id = ${id} and action = '${action}'`;
const rowsOf = (table: string, accountId: number) => `select from ${table} where account_id = ${accountId}`;

const body = ({ t, spot }: Bench, name: string, of = spot) => bodyOf(t, { name, method: "PUT", path: "" }, of);
export const change = (t: TestApp, statement: string) => t.past.asSystem((tx) => sql.raw(statement).execute(tx.db));

/** An account of its own, so that what one call leaves does not meet the next. */
async function inn({ t }: Bench, inactive?: "accounts" | "companies"): Promise<Facility> {
  const facility = await makeAccount(t.app, { name: own("inn"), cards: true });
  const id = inactive === "companies" ? facility.companyId : facility.accountId;
  if (inactive) await change(t, `update ${inactive} set active_status = 'inactive' where id = ${id}`);
  return facility;
}

/** Somebody with an address of their own: mails to one address are counted. */
export async function person({ t }: Bench, facility: Facility, status = "active"): Promise<number> {
  const id = await makeUser(t.app, facility, "role_user", []);
  await change(t, `update users set user_email = 'p${id}@example.jp', status = '${status}' where id = ${id}`);
  return id;
}

export async function answerOf(caller: Caller, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const answer = await caller({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json();
}

/** A group, code, key … made by the call that makes it. */
async function madeBy(bench: Bench, name: string, url: string): Promise<{ id: number; version: number }> {
  const answer = await answerOf(bench.boss, "POST", url, await body(bench, name));
  return answer.item ?? answer;
}

const state =
  (entity: string, action: string, inactive: boolean): Make =>
  async (bench) => {
    const table = entity === "companies" ? "companies" : "accounts";
    const facility = await inn(bench, inactive ? table : undefined);
    const id = entity === "companies" ? facility.companyId : facility.accountId;
    return { ids: { id }, once: audited(entity, id, action) };
  };
const code =
  (kind: string, list: string, call: string, param: string): Make =>
  async (bench) => {
    const url = `/accounts/${bench.spot.accountId}/${kind}`;
    const { id } = await madeBy(bench, call.replace("update", "create"), url);
    const edit = { ...(await body(bench, call)), version: 1 };
    return {
      ids: { id: bench.spot.accountId, [param]: id },
      body: edit,
      once: `${rowsOf(`account_${list}`, bench.spot.accountId)} and id = ${id} and version = 2`,
    };
  };
const newCode =
  (list: string): Make =>
  async (bench, name) => {
    const edit = (await body(bench, name)) as { code: string };
    const { accountId } = bench.spot;
    return {
      ids: { id: accountId },
      body: edit,
      once: `${rowsOf(`account_${list}`, accountId)} and code = '${edit.code}'`,
    };
  };
/** The first save of what has no row of its own yet. */
const first =
  (table: string, more: object = {}): Make =>
  async (bench, name) => ({
    ids: { id: bench.spot.accountId },
    body: { ...(await body(bench, name)), version: 0, ...more },
    once: rowsOf(table, bench.spot.accountId),
  });
const ofPerson =
  (action: string, status = "active"): Make =>
  async (bench) => {
    const id = await person(bench, bench.spot, status);
    return { ids: { id }, once: audited("users", id, action) };
  };

/** Asked for again, each sends a mail of its own; only the newest link works. */
const newLink =
  (purpose: string, status = "active"): Make =>
  async (bench) => {
    const id = await person(bench, bench.spot, status);
    const open = `purpose = '${purpose}' and used_at is null and voided_at is null`;
    return { ids: { id }, once: `select from account_tokens where user_id = ${id} and ${open}` };
  };

/** Clients, accounts, their settings and their people. */
export const OFFICE_SAVES: Record<string, Make> = {
  "clients.create": async (bench, name) => ({ body: await body(bench, name), once: null }),
  "clients.update": async (bench, name) => {
    const facility = await inn(bench);
    const edit = await body(bench, name, { ...bench.spot, ...facility });
    return { ids: { id: facility.companyId }, body: edit, once: audited("companies", facility.companyId, "update") };
  },
  "clients.deactivate": state("companies", "deactivate", false),
  "clients.activate": state("companies", "activate", true),
  "accounts.create": async (bench, name) => {
    const edit = (await body(bench, name)) as { code: string };
    return { body: edit, once: `select from accounts where code = '${edit.code}'` };
  },
  "accounts.update": async (bench, name) => {
    const facility = await inn(bench);
    const edit = await body(bench, name, { ...bench.spot, ...facility });
    return { ids: { id: facility.accountId }, body: edit, once: audited("accounts", facility.accountId, "update") };
  },
  "accounts.updatePayment": async (bench, name) => {
    const { accountId: id } = await inn(bench);
    const { version } = await answerOf(bench.boss, "GET", `/accounts/${id}`);
    const once = audited("accounts", id, "update_payment");
    return { ids: { id }, body: { ...(await body(bench, name)), version }, once };
  },
  "accounts.updateOptions": async (bench) => {
    const { accountId: id } = await inn(bench);
    const { version } = await answerOf(bench.boss, "GET", `/accounts/${id}`);
    const days = { option_started_at: "2026-01-01", option_ended_at: null, option_item: "" };
    const options = [{ id: null, option_type: "registration_card_option", ...days }];
    const once = `${rowsOf("account_options", id)} and option_started_at = '2026-01-01'`;
    return { ids: { id }, body: { version, options }, once };
  },
  "accounts.deactivate": state("accounts", "deactivate", false),
  "accounts.activate": state("accounts", "activate", true),
  "accountSettings.createCustomerType": newCode("customer_types"),
  "accountSettings.updateCustomerType": code(
    "customer-types",
    "customer_types",
    "accountSettings.updateCustomerType",
    "type_id",
  ),
  "accountSettings.createBookingChannel": newCode("booking_channels"),
  "accountSettings.updateBookingChannel": code(
    "booking-channels",
    "booking_channels",
    "accountSettings.updateBookingChannel",
    "channel_id",
  ),
  "accountSettings.updateSender": first("account_settings"),
  "accountSettings.askSender": async (bench) => {
    const { accountId: id } = await inn(bench);
    await bench.t.app.database.inScope(
      { accountIds: [id] },
      (tx) => tx.run`insert into account_settings (account_id, mail_from_address) values (${id}, 'new@inn.example')`,
    );
    // Each mails a link of its own, and all of them work.
    return { ids: { id } };
  },
  "mailDelivery.update": first("mail_deliveries"),
  "mailDelivery.makeDkim": async (bench) => {
    const { accountId: id } = await inn(bench);
    return { ids: { id }, body: { domain: "inn.example", selector: "s1" }, once: rowsOf("dkim_keys", id) };
  },
  "accountSettings.updateMembers": async (bench, name) => {
    const { accountId: id } = await inn(bench);
    return {
      ids: { id },
      body: { ...(await body(bench, name)), version: 0 },
      once: audited("accounts", id, "update_members"),
    };
  },
  "accountSettings.numberMembers": async (bench) => {
    const { accountId: id } = await inn(bench);
    await bench.t.app.database.inScope(
      { accountIds: [id] },
      (tx) => tx.run`insert into customers (account_id, name) values (${id}, '番号なし')`,
    );
    const edit = (await body(bench, "accountSettings.updateMembers")) as object;
    const on = { ...edit, version: 0, member_number_issue: "registration" };
    await answerOf(bench.boss, "PUT", `/accounts/${id}/members`, on);
    return { ids: { id }, once: audited("accounts", id, "number_members") };
  },
  "accountSettings.updateLine": first("line_channels", {
    channel_secret: "0123456789abcdef0123456789abcdef",
    channel_access_token: "a".repeat(100),
  }),
  "accountSettings.removeLine": async (bench) => {
    const { accountId: id } = await inn(bench);
    const secrets = { channel_secret: "0123456789abcdef0123456789abcdef", channel_access_token: "a".repeat(100) };
    const channel = { version: 0, name: "", channel_id: "1650000002", basic_id: null, ...secrets };
    await answerOf(bench.boss, "PUT", `/accounts/${id}/line`, channel);
    return { ids: { id }, once: audited("accounts", id, "remove_line") };
  },
  "accountSettings.updateRegistrationCard": first("registration_card_profiles"),
  "accountSettings.createKey": async (bench, name) => ({
    ids: { id: bench.spot.accountId },
    body: await body(bench, name),
    once: null,
  }),
  "accountSettings.revokeKey": async (bench) => {
    const { accountId: id } = await inn(bench);
    const key = await madeBy(bench, "accountSettings.createKey", `/accounts/${id}/keys`);
    return { ids: { id, kind: "partner", key_id: key.id }, once: audited("accounts", id, "revoke_key") };
  },
  "accountSettings.replaceKey": async (bench) => {
    const { accountId: id } = await inn(bench);
    const key = await madeBy(bench, "accountSettings.createKey", `/accounts/${id}/keys`);
    const ids = { id, kind: "partner", key_id: key.id };
    return { ids, body: { works_hours: 24, expires_on: null }, once: audited("accounts", id, "replace_key") };
  },
  "accountSettings.updateKey": async (bench) => {
    const { accountId: id } = await inn(bench);
    const key = await madeBy(bench, "accountSettings.createKey", `/accounts/${id}/keys`);
    await change(bench.t, `update partner_keys set reach = 'facility' where id = ${key.id}`);
    const ids = { id, kind: "partner", key_id: key.id };
    return { ids, body: { reach: "programme" }, once: audited("accounts", id, "update_key") };
  },
  "accountSettings.endKey": async (bench) => {
    const { accountId: id } = await inn(bench);
    const key = await madeBy(bench, "accountSettings.createKey", `/accounts/${id}/keys`);
    return {
      ids: { id, kind: "partner", key_id: key.id },
      body: { works_hours: 24 },
      once: audited("accounts", id, "end_key"),
    };
  },
  "accountGroups.create": async (bench, name) => ({ body: await body(bench, name), once: null }),
  "accountGroups.update": async (bench, name) => ({
    ids: { id: bench.spot.groupId },
    body: await body(bench, name),
    once: audited("groups", bench.spot.groupId, "update"),
  }),
  "accountGroups.deactivate": async (bench) => {
    const { id } = await madeBy(bench, "accountGroups.create", "/accounts/groups");
    return { ids: { id }, once: audited("groups", id, "deactivate") };
  },
  "accountGroups.activate": async (bench) => {
    const { id } = await madeBy(bench, "accountGroups.create", "/accounts/groups");
    await change(bench.t, `update groups set active_status = 'inactive' where id = ${id}`);
    return { ids: { id }, once: audited("groups", id, "activate") };
  },
  "users.create": async (bench, name) => ({ body: await body(bench, name), once: null }),
  "users.update": async (bench, name) => {
    const id = await person(bench, bench.spot);
    const edit = await body(bench, name, { ...bench.spot, userId: id });
    return { ids: { id }, body: edit, once: audited("users", id, "update") };
  },
  "users.reinvite": newLink("invitation", "pending"),
  "users.deactivate": ofPerson("deactivate"),
  "users.activate": ofPerson("activate", "inactive"),
  "users.forcePassword": ofPerson("force_password"),
  "users.resetTfa": newLink("tfa"),
};
