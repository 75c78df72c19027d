import type { App } from "../../../app.ts";

/** Whose events come to a webhook's address, and what they are signed with. */
export type WebhookOwner = { accountId: number; publicKey: string };

/** Null: no programme has this address, or it has no key to prove what comes. */
export async function hookOf(app: App, webhookKey: string): Promise<WebhookOwner | null> {
  const row = await app.database.asSystem(
    (tx) =>
      tx.maybe<{
        account_id: number;
        sendgrid_webhook_public_key: string;
      }>`select account_id, sendgrid_webhook_public_key
      from mail_deliveries
      where webhook_key = ${webhookKey} and sendgrid_webhook_public_key <> ''`,
  );
  return row ? { accountId: row.account_id, publicKey: row.sendgrid_webhook_public_key } : null;
}
