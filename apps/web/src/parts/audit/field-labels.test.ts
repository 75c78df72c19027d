import { contract } from "@okaeri/contract/contract";
import { expect, it } from "vitest";
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

const { accounts, accountGroups, accountSettings, clients, users, campaigns, rfms } = contract;
type Call = { "~orpc": { inputSchema?: unknown } };
const EDITS: [entity: string, action: string, call: Call][] = [
  ["accounts", "create", accounts.create],
  ["accounts", "update", accounts.update],
  ["accounts", "update_payment", accounts.updatePayment],
  ["accounts", "update_options", accounts.updateOptions],
  ["accounts", "update_sender", accountSettings.updateSender],
  ["accounts", "update_members", accountSettings.updateMembers],
  ["accounts", "update_line", accountSettings.updateLine],
  ["accounts", "update_registration_card", accountSettings.updateRegistrationCard],
  ["accounts", "create_key", accountSettings.createKey],
  ["accounts", "update_customer_types", accountSettings.updateCustomerType],
  ["accounts", "update_booking_channels", accountSettings.updateBookingChannel],
  ["companies", "update", clients.update],
  ["groups", "update", accountGroups.update],
  ["users", "update", users.update],
  ["campaigns", "update", campaigns.update],
  ["rfms", "update", rfms.update],
];

/** Not shown in a history (ids, versions), or shown whole (a campaign's segments, an RFM's thresholds and groups). */
const NOT_SHOWN = /^(id|version|type_id|channel_id)$/;
const WHOLE: Record<string, string[]> = { campaigns: ["segments"], rfms: ["details", "groups"] };
/** Shown by no form under a name of its own: a switch in the list, a tick in a matrix, a secret that is only replaced. */
const WITHOUT_LABEL = ["sort_order", "feed_channel", "active_status", "account_id", "permissions", "details"];
const SECRETS = ["channel_secret", "channel_access_token"];

it.each(EDITS)("%s %s: every field that is audited has its form's label, in both languages", (entity, action, call) => {
  const schema = call["~orpc"].inputSchema as Shaped;
  const whole = WHOLE[entity];
  const fields = whole === undefined ? fieldsOf(schema) : Object.keys(schema.shape ?? {});
  expect(fields.length).toBeGreaterThan(0);
  const told = fields.filter(
    (field) => !SECRETS.includes(field) && !(NOT_SHOWN.test(field) && action !== "update_line"),
  );
  const wrong = [...new Set(told)].filter((field) => {
    if (field === "id" || field === "version") return false;
    const key = labelKey({ entity, action }, field);
    const isWorded = ["ja", "en"].every((language) => typeof wordAt(language, key) === "string");
    return !isWorded || (key.startsWith("audit:") && !WITHOUT_LABEL.includes(field));
  });
  expect(wrong).toEqual([]);
});
