import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

/**
 * The one folder of the server whose statements write and read a table: a section, or a folder beside the sections. Folders that are not
 * there yet are those of later sections.
 */
const OWNERS: Record<string, string[]> = {
  accounts: [
    ...["account_booking_channels", "account_booking_channel_linkages", "account_customer_types", "accounts", "groups"],
    ...["account_customer_type_linkages", "account_groups", "account_options", "account_settings", "payments"],
    ...["feed_keys", "partner_keys", "line_channels", "registration_card_profiles"],
  ],
  audit: ["audit_logs"],
  auth: ["account_tokens", "password_histories", "recovery_codes", "sign_in_throttles"],
  campaigns: ["campaign_actions", "campaign_segments", "campaigns", "mails", "points", "stay_payments"],
  cards: [
    ...["registration_cards", "registration_card_auto_send_setting_schedules", "registration_card_auto_send_settings"],
    ...["registration_card_auto_send_targets", "registration_card_disclosures", "registration_card_messages_stats"],
    ...["registration_card_photos", "message_jobs_registration_cards"],
  ],
  clients: ["companies"],
  coupons: ["coupons", "acquire_coupons", "coupon_counters", "coupon_customer_counters", "use_coupon_cases"],
  customers: [
    ...["customers", "customer_consents", "customer_merge_candidates", "customer_merges", "customer_types"],
    ...["saved_views", "suppressions"],
  ],
  imports: ["import_batches", "import_files", "import_mappings", "import_rejections", "idempotency_keys"],
  line: [
    ...["lines", "line_buttons_templates", "line_buttons_template_details", "line_click_stats", "line_image_messages"],
    ...["line_message_stats", "line_messages", "line_stats", "line_template_messages", "line_text_messages"],
    ...["line_uri_action_objects", "line_webhook_events"],
  ],
  messaging: [
    ...["mail_events", "mail_images", "mail_stats", "mail_templates", "mail_texts", "mail_urls"],
    ...["message_jobs", "message_jobs_mails", "information"],
  ],
  points: [
    ...["campaign_rule_versions", "grant_points", "point_accounts", "point_adjustments", "point_lots", "use_points"],
    "use_point_cases",
  ],
  pushes: ["push_actions", "push_action_targets", "push_batches", "schedules"],
  ranks: ["ranks", "rank_details", "rank_stats", "customer_ranks", "customer_rank_histories"],
  reports: ["conversions", "conversion_attributions", "conversion_clicks"],
  rfms: ["rfms", "rfm_details", "rfm_groups", "customer_rfms", "customer_rfm_histories"],
  session: ["sessions"],
  // account_counters by triggers of the database: how many guests count.
  stays: [
    ...[
      "account_counters",
      "customer_facilities",
      "customer_totals",
      "stay_customers",
      "stay_effects",
      "stay_reservations",
    ],
    ...["stay_reservation_customers", "stay_reservation_linkages", "stay_rooms", "stay_transactions"],
  ],
  users: ["users", "account_users"],
};

/** Who writes a table of another section all the same, and why. Nobody else does. */
const WRITERS: Record<string, string> = {
  "auth → users": "people register, sign in and change themselves; users is what administrators do to them",
  "auth → sessions": "sessions that ended long ago are cleared away with the rest of sign-in",
  "auth → companies": "the first start makes the provider before anybody could",
  "auth → accounts": "the first start makes the provider's account",
  "auth → account_users": "the first start gives its administrator that account",
  "points → stay_reservations": "a reservation carries whether its points are granted",
};

/** Which folder reads tables of which other one outside the owner's `*.read.ts`, and why. */
const READERS: Record<string, string> = {
  "accounts → campaigns": "which programmes have anything of their own yet",
  "accounts → customers": "which programmes and codes have guests",
  "accounts → stays": "whether a code is in use",
  "accounts → users": "who belongs to an account",
  "audit → accounts": "names in a line",
  "audit → users": "whose lines an administrator sees",
  "auth → session": "a person's own sessions",
  "auth → users": "who is invited",
  "campaigns → customers": "guests of a preview",
  "campaigns → points": "figures of a campaign",
  "clients → accounts": "contracts of a client's accounts",
  "clients → users": "how many people a client has",
  "customers → accounts": "types",
  "customers → campaigns": "names in a history",
  "customers → coupons": "names in a history",
  "customers → points": "points of a guest",
  "customers → ranks": "choices",
  "customers → rfms": "scores of a guest",
  "customers → stays": "stays of a guest",
  "messaging → accounts": "sender settings",
  "messaging → campaigns": "texts of a mail",
  "points → campaigns": "rules as they stand",
  "points → customers": "facts of a guest",
  "points → stays": "what a stay earns",
  "pushes → accounts": "what an account asks of its sends",
  "pushes → customers": "whom a push reaches",
  "ranks → points": "what a rank is measured by",
  "ranks → stays": "what a rank is measured by",
  "rfms → accounts": "programmes of a group",
  "rfms → stays": "what is scored",
  "session → accounts": "what a person reaches",
  "session → users": "what a person reaches",
  "users → accounts": "what a right needs",
  "users → auth": "whether an invitation is open",
};

/** Read everywhere: lists and files show the names of accounts, companies and people. */
const NAMED_EVERYWHERE = ["accounts", "companies", "users"];
/** Whole folders of reading: what they are for is to bring tables of many owners together. */
const READING_FOLDERS = ["reports", "segments"];

const tables = [...textOf("apps/server/schema.sql").matchAll(/^create table (\w+)/gm)].map(([, table = ""]) => table);
const ownerOf = new Map(Object.entries(OWNERS).flatMap(([owner, owned]) => owned.map((table) => [table, owner])));

const files = projectFiles().filter(
  (path) =>
    /^apps\/server\/src\/\w+\/.*\.ts$/.test(path) && !/\.(test|long|fixture)\.ts$|\/src\/(test|seed)\//.test(path),
);
const folderOf = (path: string) => /^apps\/server\/src\/(?:sections\/)?([^/]+)\//.exec(path)?.[1] ?? "";
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, "");

/** Tables that a file's statements insert into, update or delete from. */
function writtenIn(text: string): string[] {
  const written = withoutComments(text).matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/gi);
  return [...written].flatMap(([, table = ""]) => (ownerOf.has(table) ? [table] : []));
}

/** Tables that a file's statements select from or join. */
function readIn(text: string): string[] {
  const read = withoutComments(text).matchAll(/(?<!\bdelete )\b(?:from|join|using)\s+(\w+)/g);
  return [...read].flatMap(([, table = ""]) => (ownerOf.has(table) ? [table] : []));
}

/** Reads of another folder's tables, as `reader → owner`, each with a place. */
function foreignReads(path: string, text: string): [string, string][] {
  const folder = folderOf(path);
  if (READING_FOLDERS.includes(folder)) return [];
  return readIn(text).flatMap((table): [string, string][] => {
    const owner = ownerOf.get(table) ?? "";
    return owner === folder || NAMED_EVERYWHERE.includes(table) ? [] : [[`${folder} → ${owner}`, `${path}: ${table}`]];
  });
}

test("every table has one owner, and every owner's table exists", () => {
  const owned = Object.values(OWNERS).flat();
  expect(owned.toSorted()).toEqual([...new Set(owned)].toSorted());
  expect(owned.toSorted()).toEqual(tables.toSorted());
});

test("a table is written by its owner, or by whom this page names with the reason", () => {
  const writers = files.flatMap((path) => writtenIn(textOf(path)).map((table) => [folderOf(path), table] as const));
  const strangers = writers.filter(([folder, table]) => folder !== ownerOf.get(table));
  expect([...new Set(strangers.map((writer) => writer.join(" → ")))].toSorted()).toEqual(
    Object.keys(WRITERS).toSorted(),
  );
});

test("a table is read by its owner, through the owner's *.read.ts, or by whom this page names with the reason", () => {
  const places = Map.groupBy(
    files.flatMap((path) => foreignReads(path, textOf(path))),
    ([pair]) => pair,
  );
  const unnamed = [...places]
    .filter(([pair]) => !(pair in READERS))
    .map(([pair, at]) => [pair, ...at.map(([, place]) => place)]);
  expect(unnamed).toEqual([]);
  expect(Object.keys(READERS).filter((pair) => !places.has(pair))).toEqual([]);
});

test("and would see a statement that is not its owner's", () => {
  const planted = "await run(tx, sql`update point_lots l set remaining = 0 from campaigns c`);\n  // from coupons";
  expect(writtenIn(planted)).toEqual(["point_lots"]);
  expect(foreignReads("apps/server/src/sections/points/lots.ts", planted).map(([pair]) => pair)).toEqual([
    "points → campaigns",
  ]);
});
