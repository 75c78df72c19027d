// Bodies of the settings calls that are right, and what replaces a part of one and is wrong.

/** What replaces a part of a valid body, and the field the answer names; null = the call as a whole is refused. */
export type Case = [what: string, change: Record<string, unknown>, field: string | null, status?: number];

export const NUL = "a\u0000b";
export const LONE = "a\ud800b";
export const BIDI = "a\u202eb";
export const long = (n: number) => "あ".repeat(n + 1);

export const link = (external_code: string) => ({ feed_channel: "s4", external_code });
export const code = (change: object = {}) => ({
  code: "NEW",
  name: "種別",
  sort_order: 1,
  active_status: "active",
  linkages: [],
  ...change,
});
export const channel = (change: object = {}) => ({ ...code(), masked_email_domains: [], ...change });
export const key = (change: object = {}) => ({
  kind: "feed",
  name: "鍵",
  feed_channel: null,
  expires_on: null,
  ...change,
});
export const card = (change: object = {}) => ({
  version: 0,
  legal_profile: "ryokan",
  asks_passport_photo: false,
  extra_fields: [],
  ...change,
});
export const extra = (change: object = {}) => ({
  key: "car",
  label_ja: "車",
  label_en: "Car",
  is_required: false,
  ...change,
});
export const line = (change: object = {}) => ({
  version: 0,
  name: "公式",
  channel_id: "1650009999",
  basic_id: null,
  channel_secret: "s",
  channel_access_token: "t",
  ...change,
});
export const sender = (change: object = {}) => ({
  version: 0,
  mail_from_name: "宿",
  mail_from_address: "",
  mail_signature: "",
  legal_sender_name: "",
  legal_sender_address: "",
  legal_sender_tel: "",
  frequency_cap_count: null,
  frequency_cap_days: 7,
  standing_control_rate: 0,
  approval_above_count: null,
  grace_above_count: 1_000,
  grace_seconds: 60,
  quiet_from: "21:00",
  quiet_until: "08:00",
  missed_run_hours: 6,
  conversion_days: 30,
  ...change,
});

export const texts = (field: string, max: number, filled = true): Case[] => [
  [`${field}: NUL`, { [field]: NUL }, field],
  [`${field}: a lone surrogate`, { [field]: LONE }, field],
  [`${field}: a mark that turns the direction`, { [field]: BIDI }, field],
  [`${field}: too long`, { [field]: long(max) }, field],
  [`${field}: a number`, { [field]: 7 }, field],
  [`${field}: a list`, { [field]: [] }, field],
  [`${field}: null`, { [field]: null }, field],
  [`${field}: left out`, { [field]: undefined }, field],
  ...(filled ? ([[`${field}: only spaces`, { [field]: " \u3000 " }, field]] as Case[]) : []),
];
export const figures = (field: string, min: number, max: number): Case[] =>
  [min - 1, max + 1, 1.5, "7", true, null, 1e300].flatMap((value) =>
    value === null && field.endsWith("_count")
      ? []
      : [[`${field}: ${JSON.stringify(value)}`, { [field]: value }, field] as Case],
  );
export const surplus: Case[] = [
  ["a field nobody asked for", { role: "role_vc_admin" }, null],
  ["another account", { account_id: 1 }, null],
];
export const codes: Case[] = [
  ...texts("code", 40),
  ...texts("name", 80),
  ...figures("sort_order", 0, 10_000),
  ["a status of another kind", { active_status: "pending" }, "active_status"],
  ["linkages that are no list", { linkages: "x" }, "linkages"],
  ["too many linkages", { linkages: Array.from({ length: 101 }, (_, n) => link(`x${n}`)) }, "linkages"],
  ["an unknown feed", { linkages: [{ feed_channel: "fax", external_code: "x" }] }, "linkages.0.feed_channel"],
  ["an empty external code", { linkages: [link("x"), link(" ")] }, "linkages.1.external_code"],
  ["NUL in an external code", { linkages: [link(NUL)] }, "linkages.0.external_code"],
  ["the same external code twice", { linkages: [link("x"), link("x")] }, "linkages.1.external_code"],
  ...surplus,
];
export const taken: Case[] = [
  ["a taken code", { code: "TAKEN" }, "code"],
  ["a taken code with spaces around", { code: " TAKEN " }, "code"],
  ["a taken external code", { linkages: [link("L1")] }, "linkages.0.external_code"],
];
export const domains: Case[] = ["@a.example", "a", "a b.example", "a..example", "-a.example", NUL, LONE, "", 5].map(
  (value) => [
    `domain ${JSON.stringify(value)}`,
    { masked_email_domains: ["ok.example", value] },
    "masked_email_domains.1",
  ],
);
export const versions: Case[] = [
  ["a stale version", { version: 99 }, null, 412],
  ["a version as text", { version: "1" }, "version"],
];
export const days = ["2026-02-30", "20270101", "tomorrow", 7, NUL, "1899-12-31", "3000-01-01"];
