import type { AuditLine } from "@okaeri/contract/audit";
import { CONTRACT_ACTION_KINDS } from "@okaeri/contract/campaigns/actions/kinds";
import { SEGMENT_DOCUMENT_FIELDS } from "@okaeri/contract/campaigns/document";
import { contract } from "@okaeri/contract/contract";
import { CAMPAIGN_PURPOSES } from "@okaeri/domain/campaigns/delivery/purpose";
import { TIMING_FIELDS } from "@okaeri/domain/campaigns/schedule/timing";
import {
  ABSOLUTE_TYPES,
  CAMPAIGN_TYPES,
  COUPON_TYPES,
  DISCOUNT_TYPES,
  POINT_EXPIRATION_TYPES,
  POINT_GRANT_TYPES,
  PRESET_TYPES,
  RATE_TYPES,
} from "@okaeri/domain/enumerations";
import { describe, expect, it } from "vitest";
import { campaignField, campaignValueKey } from "./campaign-fields.ts";
import { labelKey } from "./field-labels.ts";

type Words = { [key: string]: string | Words };
const files = import.meta.glob<{ texts: Words }>("../../i18n/*/*.ts", { eager: true });

function wordAt(language: string, key: string): unknown {
  const [area = "", path = ""] = key.split(":");
  return path
    .split(".")
    .reduce<unknown>(
      (words, part) => (words as Words | undefined)?.[part],
      files[`../../i18n/${language}/${area}.ts`]?.texts,
    );
}

type Shaped = {
  shape?: Record<string, unknown>;
  element?: Shaped;
  def?: { innerType?: Shaped; element?: Shaped; in?: Shaped };
};

/** The fields of what a call takes, those of its lists included. */
function fieldsOf(schema: Shaped | undefined): string[] {
  const inner = schema?.def?.innerType ?? schema?.def?.element ?? schema?.def?.in;
  if (schema?.shape === undefined) return inner ? fieldsOf(inner) : [];
  return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...fieldsOf(field as Shaped)]);
}

const { accounts, accountGroups, accountSettings, clients, users, campaigns, rfms, mailTemplates, mailDelivery } =
  contract;
type Call = { "~orpc": { inputSchema?: unknown } };
const EDITS: [entity: string, action: string, call: Call][] = [
  ["accounts", "create", accounts.create],
  ["accounts", "update", accounts.update],
  ["accounts", "update_payment", accounts.updatePayment],
  ["accounts", "update_options", accounts.updateOptions],
  ["accounts", "update_sender", accountSettings.updateSender],
  ["accounts", "update_members", accountSettings.updateMembers],
  ["accounts", "update_line", accountSettings.updateLine],
  ["accounts", "update_mail_delivery", mailDelivery.update],
  ["accounts", "create_dkim", mailDelivery.makeDkim],
  ["accounts", "update_registration_card", accountSettings.updateRegistrationCard],
  ["accounts", "create_key", accountSettings.createKey],
  ["accounts", "update_customer_types", accountSettings.updateCustomerType],
  ["accounts", "update_booking_channels", accountSettings.updateBookingChannel],
  ["companies", "update", clients.update],
  ["groups", "update", accountGroups.update],
  ["users", "update", users.update],
  ["campaigns", "update", campaigns.update],
  ["rfms", "update", rfms.update],
  ["mail_templates", "update", mailTemplates.update],
];

/** Not shown in a history (ids, versions), or shown whole (a campaign's segments, an RFM's thresholds and groups). */
const NOT_SHOWN = /^(id|version|type_id|channel_id)$/;
/** Of an answer that is sent back as it was read: nothing of it is kept. */
const SENT_BACK = [
  "owner",
  "display_name_default",
  "editable",
  "mail_from_state",
  "mail_from_in_use",
  "mail_from_asked_at",
  "sendgrid_api_key_set",
  "webhook_url",
];
const WHOLE: Record<string, string[]> = {
  campaigns: ["segments"],
  rfms: ["details", "groups"],
  mail_templates: ["blocks"],
};
/** Shown by no form under a name of its own: a switch in the list, a tick in a matrix, a secret that is only replaced. */
const WITHOUT_LABEL = ["sort_order", "feed_channel", "active_status", "account_id", "permissions", "details"];
const SECRETS = ["channel_secret", "channel_access_token", "sendgrid_api_key"];

it.each(EDITS)("%s %s: every field that is audited has its form's label, in both languages", (entity, action, call) => {
  const schema = call["~orpc"].inputSchema as Shaped;
  const whole = WHOLE[entity];
  const fields = whole === undefined ? fieldsOf(schema) : Object.keys(schema.shape ?? {});
  expect(fields.length).toBeGreaterThan(0);
  const labelled = fields.filter(
    (field) => ![...SECRETS, ...SENT_BACK].includes(field) && !(NOT_SHOWN.test(field) && action !== "update_line"),
  );
  const wrong = [...new Set(labelled)].filter((field) => {
    if (field === "id" || field === "version") return false;
    const key = labelKey({ entity, action }, field);
    const isWorded = ["ja", "en"].every((language) => typeof wordAt(language, key) === "string");
    return !isWorded || (key.startsWith("audit:") && !WITHOUT_LABEL.includes(field));
  });
  expect(wrong).toEqual([]);
});

describe("a campaign's fields within its segments", () => {
  const line = { entity: "campaigns", action: "update", after: { "places.12": 2 } } as unknown as AuditLine;
  const paths = [
    ...Object.keys(SEGMENT_DOCUMENT_FIELDS).map((field) => ["segments", "[12]", field]),
    ...Object.entries(CONTRACT_ACTION_KINDS).flatMap(([kind, { detail, further }]) =>
      ["seq", ...TIMING_FIELDS, ...Object.keys(detail.shape), ...Object.keys(further ?? {})].map((field) => [
        "segments",
        "[12]",
        kind,
        "[34]",
        field,
      ]),
    ),
  ];

  it.each(paths.map((path) => [path.join("."), path]))("%s is told in words, in both languages", (_, path) => {
    const { place, keys } = campaignField(path, line) ?? {};
    expect(place).toBe(2);
    for (const language of ["ja", "en"])
      for (const some of keys ?? [[]]) {
        const words = some.map((key) => wordAt(language, key));
        expect([path, words.some((word) => typeof word === "string")]).toEqual([path, true]);
      }
  });

  it("say each of their few words by its name", () => {
    const worded: [string[], readonly string[]][] = [
      [["type"], CAMPAIGN_TYPES],
      [["preset_type"], PRESET_TYPES],
      [["purpose"], CAMPAIGN_PURPOSES],
      [["segments", "[1]", "point", "[2]", "grant_type"], POINT_GRANT_TYPES],
      [["segments", "[1]", "point", "[2]", "expiration_type"], POINT_EXPIRATION_TYPES],
      [["segments", "[1]", "coupon", "[2]", "type"], COUPON_TYPES],
      [["segments", "[1]", "coupon", "[2]", "discount_type"], DISCOUNT_TYPES],
      [["segments", "[1]", "coupon", "[2]", "absolute_type"], ABSOLUTE_TYPES],
      [["segments", "[1]", "coupon", "[2]", "rate_type"], RATE_TYPES],
    ];
    for (const [path, values] of worded)
      for (const value of values)
        expect([value, typeof wordAt("ja", campaignValueKey(path, value) ?? "")]).toEqual([value, "string"]);
  });
});
