import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

/**
 * The one folder of the server whose statements write and read a table: a section, or a folder beside the sections. Folders that are not
 * there yet are those of later sections.
 */
const OWNERS: Record<string, string[]> = {
  accounts: [
    "account_booking_channels",
    "account_booking_channel_linkages",
    "account_customer_types",
    "accounts",
    "groups",
    "account_customer_type_linkages",
    "account_groups",
    "account_options",
    "account_settings",
    "payments",
    "feed_keys",
    "key_budgets",
    "key_call_minutes",
    "key_calls",
    "partner_keys",
    "wrong_key_minutes",
    "line_channels",
    "dkim_keys",
    "mail_deliveries",
    "registration_card_profiles",
    "end_notices",
    "source_values",
    "source_value_batches",
    "source_value_reservations",
  ],
  audit: ["audit_logs"],
  auth: ["account_tokens", "password_histories", "recovery_codes", "sign_in_throttles"],
  campaigns: [
    "campaign_actions",
    "campaign_edits",
    "campaign_runs",
    "campaign_segments",
    "campaigns",
    "mail_templates",
    "mail_template_versions",
    "saved_conditions",
    "schedules",
    "send_definitions",
    "stay_payments",
    "trigger_events",
    "triggers",
  ],
  cards: [
    "registration_cards",
    "registration_card_auto_send_setting_schedules",
    "registration_card_auto_send_settings",
    "registration_card_auto_send_targets",
    "registration_card_disclosures",
    "registration_card_messages_stats",
    "registration_card_photos",
    "message_jobs_registration_cards",
  ],
  clients: ["companies"],
  coupons: ["coupons", "acquire_coupons", "coupon_codes", "coupon_counters", "use_coupon_cases"],
  customers: [
    "customers",
    "customer_consents",
    "customer_keys",
    "customer_notes",
    "customer_types",
    "erased_addresses",
    "erased_keys",
    "issued_member_numbers",
    "mail_suppressions",
    "member_number_counters",
    "suppressions",
  ],
  jobs: ["clock_runs", "demo_clocks"],
  feeds: ["feed_batches", "feed_rows"],
  http: ["idempotency_keys"],
  images: ["images"],
  imports: ["import_batches", "import_files", "import_mappings", "import_rejections", "import_rows", "import_values"],
  line: [
    "lines",
    "line_buttons_templates",
    "line_buttons_template_details",
    "line_click_stats",
    "line_image_messages",
    "line_message_stats",
    "line_messages",
    "line_stats",
    "line_template_messages",
    "line_text_messages",
    "line_uri_action_objects",
    "line_webhook_events",
  ],
  main: ["secret_keys", "retired_keys"],
  merges: ["customer_merge_candidates", "customer_merges"],
  messaging: [
    "mails",
    "mail_blocks",
    "mail_contents",
    "message_events",
    "mail_facts",
    "mail_stats",
    "send_slots",
    "unrecognised_reports",
    "message_jobs",
    "message_jobs_mails",
    "information",
  ],
  points: [
    "campaign_reversals",
    "campaign_rule_versions",
    "campaign_stay_figures",
    "grant_points",
    "ledger_proofs",
    "point_accounts",
    "point_adjustments",
    "point_grant_requests",
    "point_lots",
    "points",
    "use_points",
    "use_point_cases",
  ],
  pushes: [
    "control_guests",
    "omitted_counts",
    "push_actions",
    "push_action_targets",
    "push_batches",
    "send_revocations",
  ],
  ranks: ["ranks", "rank_details", "rank_versions", "rank_stats", "customer_ranks", "customer_rank_histories"],
  conversions: ["conversions", "conversion_attributions", "conversion_clicks", "attribution_queue"],
  rfms: ["rfms", "rfm_details", "rfm_groups", "rfm_versions", "customer_rfms", "customer_rfm_histories"],
  session: ["sessions"],
  // account_counters by triggers of the database: how many guests count.
  stays: [
    "account_counters",
    "customer_facilities",
    "customer_totals",
    "stay_customers",
    "stay_effects",
    "stay_reservations",
    "stay_reservation_customers",
    "stay_reservation_linkages",
    "stay_rooms",
    "stay_transactions",
  ],
  users: ["users", "account_users"],
  views: ["saved_views"],
};

/** Who writes a table of another section all the same, and why. Nobody else does. */
const WRITERS: Record<string, string> = {
  "auth → users": "people register, sign in and change themselves; users is what administrators do to them",
  "auth → sessions": "sessions that ended long ago are cleared away with the rest of sign-in",
  "auth → companies": "the first start makes the provider before anybody could",
  "auth → accounts": "the first start makes the provider's account",
  "auth → account_users": "the first start gives its administrator that account",
  "campaigns → mails": "mails stay without the template that they were made from when it is deleted",
  "customers → customer_totals":
    "a new guest is made in one statement with the totals of the stays that come with the guest (docs/adr/0125)",
  "feeds → import_batches": "a batch of a feed is an import too: what it wrote names it",
  "main → audit_logs": "what the owner's commands did to keys, in the transaction of the change",
  "points → stay_reservations": "a reservation carries whether its points are granted",
};

/** Which folder reads tables of which other one outside the owner's `*.read.ts`, and why. */
const READERS: Record<string, string> = {
  "accounts → campaigns": "an account with campaigns stays at its programme; how many stop with it",
  "accounts → imports": "how many files and batches of feeds stop with an account, counted in one statement",
  "accounts → customers": "an account with guests stays at its programme; how many guests have a type",
  "accounts → stays":
    "how many reservations name a booking channel; headquarters with bookings are a house; how many guests stay when it stops",
  "accounts → users": "how many people work in an account",
  "audit → accounts": "names of groups and of keys in a line",
  "audit → users": "which people share an account with a client's administrator",
  "auth → session": "the second step counts wrong codes on the session; a person sees and ends their own sessions",
  "auth → users": "whether the provider's first administrator waits already",
  "campaigns → messaging": "which mails were made from a template",
  "campaigns → customers": "whom a day of a trigger means, who was merged into whom, and whom a message can reach",
  "campaigns → ranks": "whom a day of a trigger means: who gained a rank, and whose rank ends",
  "campaigns → stays": "whom a day of a trigger means, and whether what waits is still about a stay",
  "campaigns → points": "what a campaign paid, and whether it ever paid, so that its parts are kept",
  "clients → accounts": "the billing file holds every payment",
  "clients → users": "how many people a client has",
  "customers → accounts": "names of customer types and of facilities",
  "customers → campaigns": "the page of one guest: which campaign a grant came from",
  "coupons → campaigns": "which campaign a guest's coupon came from, and whether it still runs",
  "conversions → accounts": "for how many days a booking is credited",
  "conversions → campaigns":
    "which campaign an action is of; campaigns show what they brought, so they cannot be asked",
  "conversions → coupons": "which coupon was used on a booking",
  "conversions → customers": "bookings of many guests with the messages of who was merged into them, in one statement",
  "coupons → customers": "coupons belong to who lives on after a merge",
  "coupons → stays": "a coupon is judged for the reservation, which is locked meanwhile",
  "customers → coupons": "the timeline of one guest, and the file of a guest's data: coupons",
  "customers → messaging": "the file of a guest's data: what was put into their mails",
  "customers → points": "the page of one guest: grants, uses and lots",
  "customers → audit": "the timeline of one guest: who edited the record",
  "customers → ranks": "choices of the list's filter",
  "customers → rfms": "list and page show scores and groups",
  "customers → stays": "list, search and page show stays; what reservations stated of a guest",
  "database → customers":
    "whose the rows of a ledger are today: lists of coupons, points and pushes, beneath the customers, ask it alike",
  "feeds → accounts": "a batch names the key it came with",
  "feeds → stays": "which reservation a row became",
  "feeds → imports": "a batch of a feed is an import too: what it wrote names it",
  "imports → cards": "undoing asks what hangs on a reservation, as points, coupons, messages and customers do below",
  "imports → coupons": "undoing asks what hangs on a reservation and its guest",
  "imports → customers": "undoing asks who is still needed; its preview names guests",
  "imports → feeds": "undoing leaves what a feed told since",
  "imports → messaging": "undoing leaves guests who got a message",
  "imports → points": "undoing foresees what points are taken back and owed",
  "imports → stays": "undoing asks for whole pieces of reservations what became of them, in one statement",
  "merges → coupons": "how many coupons each of the two has",
  "merges → customers": "the queue shows customers `c`; the two sides of a merge with what was typed",
  "merges → stays": "the queue shows the reservations of waiting guests",
  "main → customers": "a key is kept while a hash of an erased guest is",
  "messaging → accounts": "sender settings",
  "messaging → campaigns":
    "which campaigns have a mail made from a template; campaigns stand on mails, so they cannot be asked",
  "messaging → customers": "a cap counts what a guest got by ids that were merged since",
  "points → accounts": "a use names the booking engine's key that made it",
  "points → campaigns": "versions of rules are made of the campaign as it stands",
  "points → customers": "rules ask for birthday and gender in the statement that judges a million stays",
  "points → ranks": "what a held rank allows of one use",
  "points → stays":
    "the ledger is brought to what stays are owed in one statement; stays stand on points, so they cannot be asked",
  "pushes → accounts": "what an account asks of its sends",
  "pushes → campaigns": "whether a send advertises, and which of two counts first",
  "pushes → customers": "recipients are customers `c`, as channels and sources take them",
  "stays → customers": "what is put back goes to who lives on after a merge",
  "ranks → campaigns":
    "a tier that a target asks for is not taken out; segments stand on ranks, so they cannot be asked",
  "ranks → customers": "a dry run names guests; points that were got belong to who lives on after a merge",
  "stays → merges": "who waits and is not in the queue yet",
  "ranks → points": "an evaluation sums the points that were got, in one statement",
  "ranks → merges": "what staff gave a guest who was merged counts until the evening before the merge",
  "ranks → stays": "an evaluation sums all stays, in one statement; a held rank starts from who counts as guest",
  "reservations → accounts": "the page of one stay: its booking channel",
  "reservations → campaigns": "the page of one stay: which campaigns it earned from",
  "reservations → customers": "the page of one stay: whose it is",
  "reservations → points": "the page of one stay: what it earned",
  "reservations → ranks": "the page of one stay: ranks won with it",
  "reservations → stays": "the page of one stay: rooms, guests and the stay itself, in one statement",
  "rfms → accounts": "facilities of an account group",
  "rfms → stays": "a million stays are scored in one index-only pass",
  "database → main": "a backup's first line names the keys that it takes to open it",
  "database → accounts": "options that decide what an account may do, asked before any section runs",
  "session → accounts": "what a person reaches, asked by every call in one statement",
  "session → users": "what a person reaches, asked by every call in one statement",
  "users → accounts": "options that decide what a permission list may hold",
  "users → auth": "until when an invitation works",
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
/** Folders that write the tables of another section: the details of an action belong to the section that gives or sends it. */
const FOLDERS_OF: Record<string, string> = {
  "apps/server/src/sections/campaigns/actions/point/": "points",
  "apps/server/src/sections/campaigns/actions/coupon/": "coupons",
  "apps/server/src/sections/campaigns/actions/mail/": "messaging",
};
const folderOf = (path: string) =>
  Object.entries(FOLDERS_OF).find(([folder]) => path.startsWith(folder))?.[1] ??
  /^apps\/server\/src\/(?:sections\/)?([^/]+)\//.exec(path)?.[1] ??
  "";
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
