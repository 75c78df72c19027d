import { MESSAGE_CLASSES } from "@okaeri/domain/customers/consent";
import type { Tx } from "../../database/connection.ts";

type Context = { accountId: number; userId: number | null; now: Date };
type Consent = { channel: string; purpose: string; state: "given" | "withdrawn"; ends_on?: string | null };
/** A line that a merge wrote, and what the survivor had said before. */
export type MergedConsent = Consent & { id: number; before: "given" | "withdrawn" | null };

/** Of a choice among mails nothing said means that they are wanted. */
const isChoice = ({ purpose }: Pick<Consent, "purpose">) =>
  purpose === "pause" || MESSAGE_CLASSES.some((one) => one === purpose);

/** Sorts behind every line of the ledger. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

type Word = Consent & {
  customer_id: number;
  happened_at: Date;
  text_version: string;
  id: number;
  /** The customer's address as it is now. */
  email: string | null;
};

/** The newest entry of each customer on each channel and purpose. A mail address that must get nothing more counts as a withdrawal, too. */
function newest(tx: Tx, accountId: number, ids: readonly number[]) {
  return tx.all<Word>`
    select distinct on (customer_id, channel, purpose) customer_id, channel, purpose, state, ends_on, happened_at, text_version, id,
      (select lower(customer.email) from customers customer where customer.account_id = ${accountId} and customer.id = customer_id) as email
    from (
      select customer_id, channel, purpose, state, ends_on, happened_at, text_version, id
      from customer_consents
      where account_id = ${accountId} and customer_id = any(${ids}::bigint[])
      union all
      select customer.id, 'mail', 'marketing', 'withdrawn', null::date, coalesce(suppression.created_at, now()), '', ${AFTER_ALL}::bigint
      from customers customer
      left join suppressions suppression on suppression.account_id = customer.account_id and suppression.channel = 'mail'
        and suppression.address = lower(customer.email)
      where customer.account_id = ${accountId} and customer.id = any(${ids}::bigint[])
        and (customer.email_state = 'opted_out' or suppression.reason in ('opted_out', 'complained', 'blocked'))
    ) said
    order by customer_id, channel, purpose, id desc`;
}

/**
 * A withdrawal by any of them wins; else a consent by any of them counts. Written as the survivor's entry, with the time it was said. Mail
 * consent belongs to the address that is kept: it counts when somebody with that address gave it. `ownEmail`: the survivor's until now.
 */
export async function mergeConsents(
  tx: Tx,
  ctx: Context,
  from: readonly number[],
  to: number,
  ownEmail: string | null,
): Promise<MergedConsent[]> {
  const ledger = await newest(tx, ctx.accountId, [...from, to]);
  const survivorEmail = (
    await tx.one<{ email: string | null }>`select lower(email) as email
      from customers
      where account_id = ${ctx.accountId} and id = ${to}`
  ).email;
  const addressOf = ({ customer_id, email }: Word) => (customer_id === to ? (ownEmail?.toLowerCase() ?? null) : email);
  // What the guest chose among mails is the guest's, whatever the address.
  const holds = (word: Word) =>
    word.channel !== "mail" || isChoice(word) || survivorEmail === null || addressOf(word) === survivorEmail;
  const written: MergedConsent[] = [];
  for (const words of Map.groupBy(ledger, (one) => `${one.channel} ${one.purpose}`).values()) {
    const own = words.find((one) => one.customer_id === to);
    const deciding = words.find((one) => one.state === "withdrawn") ?? words.find(holds) ?? notForThis(own, ctx.now);
    if (deciding === undefined || own?.state === deciding.state) continue;
    const { channel, purpose, state } = deciding;
    const id = await write(tx, ctx, to, deciding);
    written.push({ channel, purpose, state, id, before: own?.state ?? null });
  }
  return written;
}

/**
 * The survivor's consent was for the address that is dropped. The ledger knows given and withdrawn, and nothing was given for the other
 * address.
 */
const notForThis = (own: Word | undefined, now: Date): Word | undefined =>
  own && { ...own, state: "withdrawn", happened_at: now, text_version: "" };

/**
 * Takes the merge's entry back where nothing was said since. The ledger only grows: what the survivor had never said reads as withdrawn. A
 * withdrawal since then holds for both.
 */
export async function restoreConsents(
  tx: Tx,
  ctx: Context,
  { survivor, source, merged }: { survivor: number; source: number; merged: readonly MergedConsent[] },
): Promise<void> {
  const ledger = await newest(tx, ctx.accountId, [survivor, source]);
  const of = (id: number, { channel, purpose }: Pick<Consent, "channel" | "purpose">) =>
    ledger.find((one) => one.customer_id === id && one.channel === channel && one.purpose === purpose);
  for (const one of merged) {
    if (of(survivor, one)?.id !== one.id) continue;
    const state = one.before ?? (isChoice(one) ? "given" : "withdrawn");
    if (state !== one.state) await write(tx, ctx, survivor, { ...one, state, happened_at: ctx.now, text_version: "" });
  }
  const byMerge = new Set(merged.map((one) => one.id));
  for (const word of ledger) {
    if (word.customer_id !== survivor || word.state !== "withdrawn" || byMerge.has(word.id)) continue;
    const theirs = of(source, word);
    if (theirs?.state === "given" && theirs.happened_at < word.happened_at) await write(tx, ctx, source, word);
  }
}

async function write(
  tx: Tx,
  ctx: Context,
  customerId: number,
  word: Consent & { happened_at: Date; text_version: string },
): Promise<number> {
  const made = await tx.one<{ id: number }>`
    insert into customer_consents (account_id, customer_id, channel, purpose, state, ends_on, happened_at, source, text_version, created_by)
    values (${ctx.accountId}, ${customerId}, ${word.channel}, ${word.purpose}, ${word.state},
      ${word.state === "withdrawn" ? (word.ends_on ?? null) : null}::date, ${word.happened_at}, 'merge', ${word.text_version},
      ${ctx.userId})
    returning id`;
  return made.id;
}
