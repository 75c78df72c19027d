import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

/** The one folder of the server whose statements write a table. Folders that are not there yet are those of later sections. */
const OWNERS: Record<string, string[]> = {
  accounts: [
    ...["account_booking_channels", "account_booking_channel_linkages", "account_customer_types", "accounts", "groups"],
    ...["account_customer_type_linkages", "account_groups", "account_options", "account_settings", "payments"],
    ...["feed_keys", "partner_keys", "line_channels", "registration_card_profiles"],
  ],
  audit: ["audit_logs"],
  auth: ["account_tokens", "password_histories", "recovery_codes", "sign_in_throttles", "sessions"],
  campaigns: ["campaign_actions", "campaign_segments", "campaigns", "mails", "points", "stay_payments"],
  cards: [
    ...["registration_cards", "registration_card_auto_send_setting_schedules", "registration_card_auto_send_settings"],
    ...["registration_card_auto_send_targets", "registration_card_disclosures", "registration_card_messages_stats"],
    ...["registration_card_photos", "message_jobs_registration_cards"],
  ],
  clients: ["companies"],
  coupons: ["coupons", "acquire_coupons", "coupon_counters", "coupon_customer_counters", "use_coupon_cases"],
  // Beside the sections, by triggers of the database: account_counters.
  customers: ["customers", "customer_consents", "customer_merges", "customer_types", "account_counters", "saved_views"],
  imports: [
    ...["customer_facilities", "customer_merge_candidates", "import_batches", "import_files", "import_mappings"],
    ...["import_rejections", "stay_customers", "stay_reservation_customers", "stay_reservation_linkages", "stay_rooms"],
    ...["stay_reservations", "stay_transactions", "idempotency_keys"],
  ],
  line: [
    ...["lines", "line_buttons_templates", "line_buttons_template_details", "line_click_stats", "line_image_messages"],
    ...["line_message_stats", "line_messages", "line_stats", "line_template_messages", "line_text_messages"],
    ...["line_uri_action_objects", "line_webhook_events"],
  ],
  messaging: [
    ...["mail_events", "suppressions", "mail_images", "mail_stats", "mail_templates", "mail_texts", "mail_urls"],
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
  stays: ["customer_totals", "stay_effects"],
  users: ["users", "account_users"],
};

/** Who writes a table of another section all the same, and why. Nobody else does. */
const GUESTS: Record<string, string> = {
  "sections/auth → users": "people register, sign in and change themselves; users is what administrators do to them",
  "sections/users → recovery_codes": "an administrator's reset takes them away with the authenticator",
  "session → sessions": "every request looks its session up and moves it on",
  "sections/auth → companies": "the first start makes the provider before anybody could",
  "sections/auth → accounts": "the first start makes the provider's account",
  "sections/auth → account_users": "the first start gives its administrator that account",
  "sections/imports → customers": "guests become customers with the batch that brought them",
  "sections/imports → customer_consents": "a file says who agreed to mail",
  "sections/messaging → customers": "a bounce marks the address it came from",
  "sections/messaging → customer_consents": "a reader unsubscribes",
  "sections/points → stay_reservations": "a stay carries whether its points are granted",
  "sections/stays → stay_transactions": "a stay carries what of it has been counted",
};

const tables = [...textOf("apps/server/schema.sql").matchAll(/^create table (\w+)/gm)].map(([, table = ""]) => table);
const ownerOf = new Map(Object.entries(OWNERS).flatMap(([owner, owned]) => owned.map((table) => [table, owner])));

const files = projectFiles().filter(
  (path) =>
    /^apps\/server\/src\/(sections|session|jobs|http|mail|main)\/.*\.ts$/.test(path) &&
    !/\.(test|long|fixture)\.ts$/.test(path),
);
const folderOf = (path: string) => /^apps\/server\/src\/(sections\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? "";

/** `folder → table` of every statement that inserts, updates or deletes. */
function writesOf(text: string): string[] {
  const written = text.matchAll(
    /\b(?:insert into|update|delete from|(?:insertInto|updateTable|deleteFrom)\(")\s*(\w+)/gi,
  );
  return [...written].flatMap(([, table = ""]) => (ownerOf.has(table) ? [table] : []));
}

test("every table has one owner, and every owner's table exists", () => {
  const owned = Object.values(OWNERS).flat();
  expect(owned.toSorted()).toEqual([...new Set(owned)].toSorted());
  expect(owned.toSorted()).toEqual(tables.toSorted());
});

test("a table is written by its owner, or by whom this page names with the reason", () => {
  const writers = new Set(
    files.flatMap((path) => writesOf(textOf(path)).map((table) => `${folderOf(path)} → ${table}`)),
  );
  const strangers = [...writers].filter((writer) => {
    const [folder = "", table = ""] = writer.split(" → ");
    return folder !== `sections/${ownerOf.get(table)}`;
  });
  expect(strangers.toSorted()).toEqual(Object.keys(GUESTS).toSorted());
});

test("and would see a statement that is not its owner's", () => {
  expect(writesOf('await sql`update point_lots l set remaining = 0`; db.insertInto("coupons")')).toEqual([
    "point_lots",
    "coupons",
  ]);
});
