import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import {
  BIDI,
  type Case,
  card,
  channel,
  code,
  codes,
  days,
  domains,
  extra,
  figures,
  key,
  LONE,
  line,
  link,
  long,
  NUL,
  sender,
  surplus,
  taken,
  texts,
  versions,
} from "./hostile-settings.fixture.ts";

/** quality.md, bad input: every settings and group call names the wrong field with a 4xx, and nothing is written. */
type Sent = { status: number; body: { fields?: Record<string, string> } & Record<string, unknown> };
let t: TestApp;
let own: Facility;
let other: Facility;
let admin: Caller;
let vcAdmin: Caller;
let ids: { type: number; channel: number; foreignType: number; key: number; group: number };

async function send(
  as: Caller,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  payload?: object,
): Promise<Sent> {
  const answer = await as({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  own = await makeAccount(t.app, { name: "own", cards: true });
  other = await makeAccount(t.app, { name: "other" });
  admin = await t.as(await makeUser(t.app, own, "role_admin", ["*"]));
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await send(vcAdmin, "POST", path, body);
    expect([path, status]).toEqual([path, 200]);
    return (answer.id ?? (answer.item as { id: number }).id) as number;
  };
  ids = {
    type: await made(`/accounts/${own.accountId}/customer-types`, code({ code: "TAKEN", linkages: [link("L1")] })),
    channel: await made(
      `/accounts/${own.accountId}/booking-channels`,
      channel({ code: "TAKEN", linkages: [link("L1")] }),
    ),
    foreignType: await made(`/accounts/${other.accountId}/customer-types`, code({ code: "FOREIGN" })),
    key: await made(`/accounts/${own.accountId}/keys`, key()),
    group: await made("/accounts/groups", group()),
  };
  await send(admin, "PUT", `/accounts/${own.accountId}/line`, line());
});
afterAll(() => t.close());

type Call = {
  name: string;
  method: "POST" | "PUT";
  path: () => string;
  body: (change: object) => object;
  as: () => Caller;
  cases: Case[];
};
const group = (change: object = {}) => ({ name: "組", description: "", account_ids: [own.accountId], ...change });
const account = (rest: string) => () => `/accounts/${own.accountId}/${rest}`;
const calls: Call[] = [
  {
    name: "createCustomerType",
    method: "POST",
    path: account("customer-types"),
    body: code,
    as: () => admin,
    cases: [...codes, ...taken],
  },
  {
    name: "updateCustomerType",
    method: "PUT",
    as: () => admin,
    path: () => `/accounts/${own.accountId}/customer-types/${ids.type}`,
    body: (change) => code({ version: 1, ...change }),
    cases: [...codes, ...versions],
  },
  {
    name: "createBookingChannel",
    method: "POST",
    path: account("booking-channels"),
    body: channel,
    as: () => admin,
    cases: [...codes, ...taken, ...domains],
  },
  {
    name: "updateBookingChannel",
    method: "PUT",
    as: () => admin,
    path: () => `/accounts/${own.accountId}/booking-channels/${ids.channel}`,
    body: (change) => channel({ version: 1, ...change }),
    cases: [...codes, ...versions, ...domains],
  },
  {
    name: "updateSender",
    method: "PUT",
    path: account("sender"),
    body: sender,
    as: () => admin,
    cases: [
      // Left out, it stays as it is.
      ...texts("display_name", 80, false).filter(([what]) => !what.endsWith("left out")),
      ...texts("mail_from_name", 80, false),
      ...texts("legal_sender_name", 120, false),
      ...texts("legal_sender_address", 200, false),
      ...texts("legal_sender_tel", 32, false),
      ...texts("mail_signature", 2_000, false),
      ["a signature with a broken placeholder", { mail_signature: "{{ facility_name\n}}" }, "mail_signature"],
      ["a signature with a placeholder nobody knows", { mail_signature: "{{ facility }}" }, "mail_signature"],
      ["a signature about a coupon", { mail_signature: "{{ coupon_code }}" }, "mail_signature"],
      ["an address without a domain", { mail_from_address: "info@" }, "mail_from_address"],
      ["two addresses", { mail_from_address: "a@b.jp, c@d.jp" }, "mail_from_address"],
      ["an address that ends the header", { mail_from_address: "a@b.jp\nBcc: c@d.jp" }, "mail_from_address"],
      ...figures("frequency_cap_count", 1, 1_000),
      ...figures("frequency_cap_days", 1, 365),
      ...figures("standing_control_rate", 0, 50),
      ...figures("approval_above_count", 0, 10_000_000),
      ...figures("grace_above_count", 0, 10_000_000),
      ...figures("grace_seconds", 10, 3_600),
      ...figures("missed_run_hours", 1, 48),
      ["a source of links that is two fields", { link_utm_source: "a&b=c" }, "link_utm_source"],
      ["a source of links beyond its length", { link_utm_source: "a".repeat(61) }, "link_utm_source"],
      ...figures("conversion_days", 1, 365),
      ["an hour that no clock shows", { quiet_from: "24:00" }, "quiet_from"],
      ["a time with seconds", { quiet_until: "08:00:00" }, "quiet_until"],
      ["a start of the night without an end", { quiet_until: null }, "quiet_until"],
      ["an end of the night without a start", { quiet_from: null }, "quiet_from"],
      ["a night without length", { quiet_until: "21:00" }, "quiet_until"],
      ...versions,
      ...surplus,
    ],
  },
  {
    name: "updateLine",
    method: "PUT",
    path: account("line"),
    as: () => admin,
    body: (change) => line({ version: 1, ...change }),
    cases: [
      ...texts("name", 80, false),
      ...["1234", "12345678901234567890 1", "-16500001", "", 1650000001, null].map(
        (value): Case => [`channel_id ${JSON.stringify(value)}`, { channel_id: value }, "channel_id"],
      ),
      ...["inn", "@", "@i nn", "@いん", `@${"a".repeat(41)}`, 5].map(
        (value): Case => [`basic_id ${JSON.stringify(value)}`, { basic_id: value }, "basic_id"],
      ),
      ...["", " ", "a b", "鍵", NUL, "x".repeat(1_001), null, 5].map(
        (value): Case => [
          `channel_secret ${JSON.stringify(value)?.slice(0, 20)}`,
          { channel_secret: value },
          "channel_secret",
        ],
      ),
      ...versions,
      ...surplus,
    ],
  },
  {
    name: "updateRegistrationCard",
    method: "PUT",
    path: account("registration-card"),
    body: card,
    as: () => admin,
    cases: [
      ["an unknown law", { legal_profile: "hotel" }, "legal_profile"],
      ["a word for yes", { asks_passport_photo: "true" }, "asks_passport_photo"],
      ["fields that are no list", { extra_fields: {} }, "extra_fields"],
      [
        "too many fields",
        { extra_fields: Array.from({ length: 21 }, (_, n) => extra({ key: `k${n}` })) },
        "extra_fields",
      ],
      ["the same field twice", { extra_fields: [extra(), extra()] }, "extra_fields.1.key"],
      ...["Car", "1car", "car number", "", "_car", "c".repeat(41), NUL, "constructor\n"].map(
        (value): Case => [
          `key ${JSON.stringify(value)}`,
          { extra_fields: [extra({ key: value })] },
          "extra_fields.0.key",
        ],
      ),
      ...[NUL, LONE, BIDI, " ", long(60), 5].map(
        (value): Case => [
          `label ${JSON.stringify(value).slice(0, 20)}`,
          { extra_fields: [extra(), extra({ key: "b", label_en: value })] },
          "extra_fields.1.label_en",
        ],
      ),
      ...versions,
      ...surplus,
    ],
  },
  {
    name: "createKey",
    method: "POST",
    path: account("keys"),
    body: key,
    as: () => admin,
    cases: [
      ...texts("name", 80),
      ["an unknown kind", { kind: "master" }, "kind"],
      ["an unknown feed", { feed_channel: "fax" }, "feed_channel"],
      ["a partner with a feed", { kind: "partner", feed_channel: "s4" }, "feed_channel"],
      ["rights for a feed", { scopes: ["points"] }, "scopes"],
      ["no right", { kind: "partner", scopes: [] }, "scopes"],
      ["an unknown right", { kind: "partner", scopes: ["points", "grants"] }, "scopes.1"],
      ["a day that is over", { expires_on: "2020-01-01" }, "expires_on"],
      ...days.map((value): Case => [`expires_on ${JSON.stringify(value)}`, { expires_on: value }, "expires_on"]),
      ["a key of one's own", { key: "okf_mine" }, null],
      ...surplus,
    ],
  },
];
const groupCases = (): Case[] => [
  ...texts("name", 80),
  ["NUL in the description", { description: NUL }, "description"],
  ["a lone surrogate in the description", { description: LONE }, "description"],
  ["a description too long", { description: long(1_000) }, "description"],
  ["nobody", { account_ids: [] }, "account_ids"],
  ["too many", { account_ids: Array.from({ length: 301 }, () => own.accountId) }, "account_ids"],
  ["an id as text", { account_ids: [String(own.accountId)] }, "account_ids.0"],
  ["zero", { account_ids: [own.accountId, 0] }, "account_ids.1"],
  ["an id beyond exactness", { account_ids: [2 ** 53] }, "account_ids.0"],
  ["an unknown account", { account_ids: [own.accountId, 999_999] }, "account_ids.1"],
  ["another client's account", { account_ids: [own.accountId, other.accountId] }, "account_ids.1"],
  ["a company of one's own choice", { company_id: other.companyId }, null],
  ...surplus,
];

/** Everything these calls could write, the audit log's writes included. */
async function everything(): Promise<string> {
  const scope = { accountIds: [own.accountId, other.accountId] };
  const { rows } = await t.app.database.inScope(scope, (tx) =>
    sql`select (select json_agg(account_customer_type order by account_customer_type.id)
      from account_customer_types account_customer_type) as types,
      (select json_agg(customer_type_link order by customer_type_link.account_id, customer_type_link.external_code)
        from account_customer_type_linkages customer_type_link) as type_linkages,
      (select json_agg(channel order by channel.id) from account_booking_channels channel) as channels,
      (select json_agg(channel_link order by channel_link.account_id, channel_link.external_code)
        from account_booking_channel_linkages channel_link) as channel_linkages,
      (select json_agg(setting) from account_settings setting) as settings,
        (select json_agg(line_channel order by line_channel.id) from line_channels line_channel) as lines,
      (select json_agg(registration_card_profile) from registration_card_profiles registration_card_profile) as cards,
      (select json_agg(feed_key order by feed_key.id) from feed_keys feed_key) as feed_keys,
      (select json_agg(partner_key order by partner_key.id) from partner_keys partner_key) as partner_keys,
      (select json_agg(company_group order by company_group.id) from groups company_group) as groups,
      (select json_agg(account_group order by account_group.account_id, account_group.group_id)
        from account_groups account_group) as members,
      (select count(*) from audit_logs where action <> 'denied') as audited`.execute(tx.db),
  );
  return JSON.stringify(rows);
}

async function refuses(call: Omit<Call, "cases">, cases: Case[]): Promise<void> {
  const before = await everything();
  const faults: string[] = [];
  for (const [what, change, field, status = 400] of cases) {
    const answer = await send(call.as(), call.method, call.path(), call.body(change));
    const named = Object.keys(answer.body.fields ?? {});
    const right =
      answer.status === status && (field === null || named.some((one) => one === field || one.startsWith(`${field}.`)));
    if (!right) faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`);
  }
  expect(faults).toEqual([]);
  expect(await everything()).toBe(before);
}

test.each(calls.map((call) => [call.name, call] as const))("%s", (_name, call) => refuses(call, call.cases));

test("createGroup, updateGroup", async () => {
  const as = () => vcAdmin;
  await refuses({ name: "create", method: "POST", path: () => "/accounts/groups", body: group, as }, groupCases());
  const path = () => `/accounts/groups/${ids.group}`;
  const body = (change: object) => group({ version: 1, ...change });
  await refuses({ name: "update", method: "PUT", path, body, as }, [
    ...groupCases(),
    ...versions,
    ["only another client's accounts", { account_ids: [other.accountId] }, "account_ids.0"],
  ]);
});

test("I01, I02: unknown, foreign and malformed ids are the same 404, and nothing is written", async () => {
  const before = await everything();
  const seen = new Set<string>();
  const foreign = other.accountId;
  const asks: [Caller, "GET" | "POST" | "PUT" | "DELETE", string, object?][] = [];
  for (const id of [foreign, 999_999_999]) {
    for (const part of ["customer-types", "booking-channels", "sender", "line", "registration-card", "keys"])
      asks.push([admin, "GET", `/accounts/${id}/${part}`]);
    asks.push(
      [admin, "POST", `/accounts/${id}/customer-types`, code()],
      [admin, "PUT", `/accounts/${id}/customer-types/${ids.foreignType}`, code({ version: 1 })],
      [admin, "POST", `/accounts/${id}/booking-channels`, channel()],
      [admin, "PUT", `/accounts/${id}/booking-channels/${ids.channel}`, channel({ version: 1 })],
      [admin, "PUT", `/accounts/${id}/sender`, sender()],
      [admin, "PUT", `/accounts/${id}/line`, line()],
      [admin, "DELETE", `/accounts/${id}/line`, {}],
      [admin, "PUT", `/accounts/${id}/registration-card`, card()],
      [admin, "POST", `/accounts/${id}/keys`, key()],
      [admin, "DELETE", `/accounts/${id}/keys/feed/${ids.key}`, {}],
    );
  }
  const mine = `/accounts/${own.accountId}`;
  asks.push(
    [admin, "PUT", `${mine}/customer-types/${ids.foreignType}`, code({ version: 1 })],
    [admin, "PUT", `${mine}/customer-types/999999`, code({ version: 1 })],
    [admin, "PUT", `${mine}/booking-channels/999999`, channel({ version: 1 })],
    [admin, "DELETE", `${mine}/keys/feed/999999`, {}],
    [admin, "DELETE", `${mine}/keys/partner/${ids.key}`, {}],
    [vcAdmin, "GET", "/accounts/groups/999999"],
    [vcAdmin, "PUT", "/accounts/groups/999999", group({ version: 1 })],
    [vcAdmin, "DELETE", "/accounts/groups/999999", {}],
    [vcAdmin, "POST", "/accounts/groups/999999/activation", {}],
  );
  const faults: string[] = [];
  for (const [as, method, path, payload] of asks) {
    const { status, body } = await send(as, method, path, payload);
    if (status !== 404) faults.push(`${method} ${path}: ${status}`);
    seen.add(JSON.stringify(body));
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBe(1);
  for (const path of [
    `/accounts/x/sender`,
    `/accounts/${"9".repeat(16)}/keys`,
    "/accounts/-1/line",
    `${mine}/customer-types/1e3`,
  ]) {
    const { status } = await send(
      admin,
      path.includes("types/") ? "PUT" : "GET",
      path,
      path.includes("types/") ? code({ version: 1 }) : undefined,
    );
    expect([path, status]).toEqual([path, 404]);
  }
  expect(await everything()).toBe(before);
});
