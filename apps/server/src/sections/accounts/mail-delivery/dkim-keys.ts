import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Tx } from "../../../database/connection.ts";
import { bindingOf } from "../../../session/sealed-places.ts";
import { type AccountContext, auditAccount, changeSettings, viewAccount } from "../account-access.ts";

export type DkimKey = { id: number; domain: string; selector: string; public_key: string };

/** The one that was replaced last signs until the newest one is in the DNS. */
const MAX_KEYS = 2;
const makePair = promisify(generateKeyPair);

/** The newest key first; none of them with its secret. */
export async function dkimKeysOf(tx: Tx, accountId: number): Promise<DkimKey[]> {
  return tx.all<DkimKey>`select id, domain, selector, public_key
    from dkim_keys
    where account_id = ${accountId}
    order by id desc`;
}

/** Where a receiver looks for the key, and what it must find there (RFC 6376). */
export function dkimRecord(key: Pick<DkimKey, "domain" | "selector" | "public_key">) {
  const name = `${key.selector}._domainkey.${key.domain}`;
  return { name, type: "TXT" as const, value: `v=DKIM1; k=rsa; p=${key.public_key}` };
}

/** Makes a key, unless there is one of this name: its record is in the DNS, or soon will be. */
export async function makeDkimKey(
  context: AccountContext,
  input: { id: number; domain: string; selector: string },
): Promise<void> {
  const { id: accountId, domain, selector } = input;
  // Refused before the work of a second is done, which waits on no lock.
  await viewAccount(context, accountId);
  const pair = await makePair("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await changeSettings(context, accountId, "settings", async (tx) => {
    const known = await dkimKeysOf(tx, accountId);
    if (known.some((key) => key.domain === domain && key.selector === selector)) return;
    const { id } = await tx.one<{ id: number }>`select nextval(pg_get_serial_sequence('dkim_keys', 'id')) as id`;
    const sealed = context.app.cipher.seal(pair.privateKey, bindingOf("dkimKey", accountId, id));
    await tx.run`insert into dkim_keys (account_id, id, domain, selector, private_key, public_key, created_by, created_at)
      overriding system value
      values (${accountId}, ${id}, ${domain}, ${selector}, ${sealed}, ${pair.publicKey.toString("base64")}, ${context.signedIn.userId},
        ${context.app.clock.now()})`;
    await tx.run`delete from dkim_keys
      where account_id = ${accountId} and id = any(${known.slice(MAX_KEYS - 1).map((key) => key.id)}::bigint[])`;
    await auditAccount(tx, context, "create_dkim", accountId, { after: { domain, selector } });
  });
}
