/** A column whose values are sealed with a key of SECRET_KEY, and what names one of its rows. */
export type SealedPlace = {
  table: string;
  /** SQL of the sealed text, and of what puts another text in its place. */
  value: string;
  assign: (text: string) => string;
  /** Columns with their types. */
  keys: Readonly<Record<string, string>>;
  bindingOf: (keys: readonly (string | number)[]) => string;
};

function column(table: string, name: string, keys: Readonly<Record<string, string>>): SealedPlace {
  return {
    table,
    value: name,
    assign: (text) => `${name} = ${text}`,
    keys,
    bindingOf: (values) => `${table}.${name}:${values.join(":")}`,
  };
}

const OF_PERSON = { id: "bigint" };
const OF_ACCOUNT = { account_id: "bigint", id: "bigint" };

/**
 * Every place of the database that holds sealed text. `npm run db -- reseal` goes through them: what was sealed elsewhere would be lost
 * when its key goes, so the bindings of rows are made here alone. Their owner may change these tables for it (grants.sql).
 */
export const SEALED_PLACES = {
  tfa: column("users", "tfa_secret", OF_PERSON),
  linkTfa: column("account_tokens", "tfa_secret", OF_PERSON),
  pendingTfa: column("sessions", "pending_tfa_secret", OF_PERSON),
  lineSecret: column("line_channels", "channel_secret", OF_ACCOUNT),
  lineToken: column("line_channels", "channel_access_token", OF_ACCOUNT),
  sendgridKey: column("mail_deliveries", "sendgrid_api_key", { account_id: "bigint" }),
  dkimKey: column("dkim_keys", "private_key", OF_ACCOUNT),
  passportNumber: column("registration_cards", "passport_number", OF_ACCOUNT),
  unrecognisedReport: column("unrecognised_reports", "sealed", OF_ACCOUNT),
  retiredKey: column("retired_keys", "sealed", { key_id: "text", purpose: "text" }),
  /** Links and names of people in mails that wait or were given up. A job has no id yet when its mail is sealed. */
  accountMail: {
    table: "pgboss.job",
    value: "data ->> 'sealed'",
    assign: (text) => `data = jsonb_set(data, '{sealed}', to_jsonb(${text}))`,
    keys: { id: "uuid" },
    bindingOf: () => "jobs.account-mail",
  },
} satisfies Record<string, SealedPlace>;

export type PlaceName = keyof typeof SEALED_PLACES;

/** What a value is bound to: it opens in this row alone. */
export function bindingOf(place: PlaceName, ...keys: (string | number)[]): string {
  return SEALED_PLACES[place].bindingOf(keys);
}
