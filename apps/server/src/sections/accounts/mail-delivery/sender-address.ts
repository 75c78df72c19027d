import type { App } from "../../../app.ts";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import { addAccountMail } from "../../auth/account-mails.ts";
import { reserveMail } from "../../auth/reserve-mail.ts";
import { type AccountContext, auditAccount, changeSettings } from "../account-access.ts";

/** The address that mails are set to come from, and the one they come from: the last that somebody confirmed. */
export type SenderAddress = { set: string; confirmed: string; askedAt: Date | null };

export async function senderAddressOf(tx: Tx, accountId: number): Promise<SenderAddress> {
  const row = await tx.maybe<{
    mail_from_address: string;
    mail_from_confirmed: string;
    mail_from_asked_at: Date | null;
  }>`select mail_from_address, mail_from_confirmed, mail_from_asked_at
    from account_settings
    where account_id = ${accountId}`;
  return {
    set: row?.mail_from_address ?? "",
    confirmed: row?.mail_from_confirmed ?? "",
    askedAt: row?.mail_from_asked_at ?? null,
  };
}

export async function senderStateOf(tx: Tx, app: Pick<App, "origin">, accountId: number) {
  const { set, confirmed, askedAt } = await senderAddressOf(tx, accountId);
  return {
    mail_from_state: set === "" ? ("none" as const) : set === confirmed ? ("confirmed" as const) : ("waiting" as const),
    mail_from_in_use: confirmed || addressOfProduct(app),
    mail_from_asked_at: askedAt?.toISOString() ?? null,
  };
}

/** Of an account that has none of its own. */
export const addressOfProduct = ({ origin }: Pick<App, "origin">) => `no-reply@${new URL(origin).hostname}`;

/** Mails the link again. @throws CallError WRONG_STATE where nothing waits, TOO_MANY_REQUESTS. */
export async function resendAddressLink(context: AccountContext, accountId: number): Promise<void> {
  const address = await changeSettings(context, accountId, "settings", async (tx) => {
    const { set, confirmed } = await senderAddressOf(tx, accountId);
    if (set === "" || set === confirmed) throw new CallError("WRONG_STATE");
    return set;
  });
  const closed = await askFor(context, accountId, address);
  if (closed > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: closed });
}

/**
 * In the transaction of a save: none at all takes the confirmed address away; while another one waits, mails come from the one before.
 * Returns the one that is to be asked for.
 */
export async function addressChanged(tx: Tx, accountId: number): Promise<string | null> {
  await tx.run`update account_settings
    set mail_from_asked_at = null, mail_from_confirmed = case when mail_from_address = '' then '' else mail_from_confirmed end
    where account_id = ${accountId}`;
  const { set, confirmed } = await senderAddressOf(tx, accountId);
  return set === confirmed ? null : set;
}

const LINK_DAYS = 7;
const DAY_MS = 86_400_000;
const BINDING = "sender-address";

/** Mails the link, 0; where too many were mailed lately it does not, and says in how many seconds it may be asked again. Counted by itself, before: a count that is rolled back would be none. */
export async function askFor(context: AccountContext, accountId: number, address: string): Promise<number> {
  const { app, signedIn, language } = context;
  const now = app.realClock.now();
  const { userId } = signedIn;
  const closed = await app.database.asSystem((tx) => reserveMail(tx, "confirm_sender", userId, address, now));
  if (closed > 0) return closed;
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  await changeSettings(context, accountId, "settings", async (tx, { row }) => {
    await addAccountMail(app, tx, `person ${userId}`, {
      kind: "sender",
      to: address,
      account: row.name,
      token: app.cipher.seal(JSON.stringify([accountId, address, until.getTime()]), BINDING),
      until: until.toISOString(),
      language,
    });
    await tx.run`update account_settings set mail_from_asked_at = ${now} where account_id = ${accountId}`;
    await auditAccount(tx, context, "ask_sender", accountId, { after: { mail_from_address: address } });
  });
  return 0;
}

export type SenderLink = { accountId: number; address: string; name: string; isConfirmed: boolean };

/** What a link is about, or null for one that was not made here, is too old, or whose address was changed since. */
export async function openSenderLink(
  app: App,
  token: string,
  act?: (tx: Tx, link: SenderLink) => Promise<void>,
): Promise<SenderLink | null> {
  const read = readToken(app, token);
  if (read === null) return null;
  const { accountId, address } = read;
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const row = await tx.maybe<{ name: string; is_confirmed: boolean }>`select account.name,
        setting.mail_from_confirmed = setting.mail_from_address as is_confirmed
      from account_settings setting
      join accounts account on account.id = setting.account_id
      where setting.account_id = ${accountId} and setting.mail_from_address = ${address}
      for no key update of setting`;
    if (!row) return null;
    const link = { accountId, address, name: row.name, isConfirmed: row.is_confirmed };
    await act?.(tx, link);
    return link;
  });
}

function readToken(app: App, token: string): { accountId: number; address: string } | null {
  try {
    const [accountId, address, until] = JSON.parse(app.cipher.open(token, BINDING)) as [number, string, number];
    return app.realClock.now().getTime() < until ? { accountId, address } : null;
  } catch {
    return null;
  }
}

/** Whoever reads the mails of this address says so: from now on mails come from it. */
export async function confirmAddress(tx: Tx, accountId: number, address: string): Promise<void> {
  await tx.run`update account_settings
    set mail_from_confirmed = ${address}
    where account_id = ${accountId} and mail_from_address = ${address}`;
}
