import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { type AccountContext, auditAccount, changeSettings } from "./account-access.ts";
import { wordOfFeed } from "./customer-types.read.ts";

/** Customer types and booking channels: codes with names, and what a feed calls them. */
export type CodeList = "customer_types" | "booking_channels";

type Linkage = { feed_channel: "dynalution" | "s4"; external_code: string };
export type CodeListEdit = {
  code: string;
  name: string;
  sort_order: number;
  active_status: "active" | "inactive";
  linkages: readonly Linkage[];
  /** Booking channels only: agencies' own mail domains, which join nobody to a member. */
  masked_email_domains?: readonly string[];
};
export type CodeRow = {
  id: number;
  code: string;
  name: string;
  sort_order: number;
  active_status: "active" | "inactive";
  linkages: Linkage[];
  masked_email_domains: string[];
  version: number;
  used_by: number;
};

// Only these names reach a statement.
const TABLES = {
  customer_types: {
    table: sql`account_customer_types`,
    linkages: sql`account_customer_type_linkages`,
    column: sql`account_customer_type_id`,
    domains: sql`'{}'::text[]`,
    uses: sql`select count(*)::int
      from customer_types customer_type
      where customer_type.account_id = t.account_id
        and customer_type.account_customer_type_id = t.id`,
  },
  booking_channels: {
    table: sql`account_booking_channels`,
    linkages: sql`account_booking_channel_linkages`,
    column: sql`account_booking_channel_id`,
    domains: sql`t.masked_email_domains`,
    uses: sql`select count(*)::int
      from stay_reservations reservation
      where reservation.account_id = t.account_id
        and reservation.account_booking_channel_id = t.id`,
  },
} as const satisfies Record<CodeList, Record<string, RawBuilder<unknown>>>;

export async function codesOf(tx: Tx, list: CodeList, accountId: number, id: number | null = null): Promise<CodeRow[]> {
  const { table, linkages, column, domains, uses } = TABLES[list];
  return tx.all<CodeRow>`select t.id, t.code, t.name, t.sort_order, t.active_status, t.version, ${domains} as masked_email_domains,
      (${uses}) as used_by, coalesce(l.linkages, '[]') as linkages
    from ${table} t
    left join lateral (
      select json_agg(json_build_object('feed_channel', l.feed_channel, 'external_code', l.external_code)
        order by l.feed_channel, l.external_code) as linkages
      from ${linkages} l
      where l.account_id = t.account_id and l.${column} = t.id and l.active_status = 'active'
    ) l on true
    where t.account_id = ${accountId} and (${id}::bigint is null or t.id = ${id}::bigint)
    order by t.sort_order, t.code`;
}

/**
 * Creates a code, or saves one that the caller started from in this version.
 * @throws CallError NOT_FOUND, FORBIDDEN, STALE_VERSION, WRONG_STATE (a facility's settings lie at its programme), INVALID_INPUT (taken code).
 */
export function saveCode(
  context: AccountContext,
  list: CodeList,
  at: { accountId: number; code: { id: number; version: number } | null },
  edit: CodeListEdit,
): Promise<CodeRow> {
  const { accountId, code } = at;
  return changeSettings(context, accountId, "codes", async (tx) => {
    const before = code === null ? null : (await codesOf(tx, list, accountId, code.id))[0];
    if (before === undefined) throw new CallError("NOT_FOUND");
    if (before !== null && before.version !== code?.version)
      throw staleVersion("accounts", accountId, [`create_${list}`, `update_${list}`]);
    await refuseTaken(tx, list, accountId, before?.id ?? null, edit);
    const id = await writeCode(tx, context, list, accountId, before?.id ?? null, edit);
    await writeLinkages(tx, context, list, accountId, id, edit.linkages);
    await auditAccount(tx, context, `${before ? "update" : "create"}_${list}`, accountId, {
      ...(before ? { before } : {}),
      after: { id, ...edit },
    });
    const [after] = await codesOf(tx, list, accountId, id);
    if (!after) throw new CallError("NOT_FOUND");
    return after;
  });
}

async function refuseTaken(tx: Tx, list: CodeList, accountId: number, ownId: number | null, edit: CodeListEdit) {
  const { table, linkages, column } = TABLES[list];
  const same = await tx.all`select from ${table} t
    where t.account_id = ${accountId} and code_key(t.code) = code_key(${edit.code}) and t.id is distinct from ${ownId}::bigint`;
  if (same.length > 0) throw fieldError("code", { code: "taken" });
  const taken = await tx.all<Linkage>`select feed_channel, external_code
    from ${linkages} l
    where l.account_id = ${accountId} and l.${column} is distinct from ${ownId}::bigint`;
  // As files and feeds find them.
  const key = (each: Linkage) => wordOfFeed(each.feed_channel, each.external_code);
  const used = new Set(taken.map(key));
  edit.linkages.forEach((each, index) => {
    if (used.has(key(each))) throw fieldError(`linkages.${index}.external_code`, { code: "taken" });
    used.add(key(each));
  });
}

async function writeCode(
  tx: Tx,
  context: AccountContext,
  list: CodeList,
  accountId: number,
  id: number | null,
  edit: CodeListEdit,
) {
  const userId = context.signedIn.userId;
  const now = context.app.clock.now();
  const { table } = TABLES[list];
  const domains = edit.masked_email_domains ?? [];
  const withDomains = list === "booking_channels";
  if (id !== null) {
    await tx.run`update ${table}
      set code = ${edit.code}, name = ${edit.name}, sort_order = ${edit.sort_order}, active_status = ${edit.active_status},
        ${withDomains ? sql`masked_email_domains = ${domains}::text[],` : sql``} version = version + 1, updated_by = ${userId},
        updated_at = ${now}
      where account_id = ${accountId} and id = ${id}`;
    return id;
  }
  const made = await tx.one<{ id: number }>`insert into ${table} (account_id, code, name, sort_order, active_status,
      ${withDomains ? sql`masked_email_domains,` : sql``} created_by, updated_by, created_at, updated_at)
    values (${accountId}, ${edit.code}, ${edit.name}, ${edit.sort_order}, ${edit.active_status},
      ${withDomains ? sql`${domains}::text[],` : sql``} ${userId}, ${userId}, ${now}, ${now})
    returning id`;
  return made.id;
}

async function writeLinkages(
  tx: Tx,
  context: AccountContext,
  list: CodeList,
  accountId: number,
  id: number,
  wanted: readonly Linkage[],
) {
  const { linkages, column } = TABLES[list];
  const userId = context.signedIn.userId;
  const now = context.app.clock.now();
  const rows = JSON.stringify(wanted);
  await tx.run`delete from ${linkages} l
    where l.account_id = ${accountId} and l.${column} = ${id}
      and not exists (select from jsonb_to_recordset(${rows}::jsonb) as w (feed_channel text, external_code text)
        where w.feed_channel = l.feed_channel and w.external_code = l.external_code)`;
  await tx.run`insert into ${linkages} (account_id, ${column}, feed_channel, external_code, created_by, updated_by, created_at,
      updated_at)
    select ${accountId}, ${id}, w.feed_channel, w.external_code, ${userId}, ${userId}, ${now}, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as w (feed_channel text, external_code text)
    on conflict (account_id, feed_channel, external_code) do nothing`;
}
