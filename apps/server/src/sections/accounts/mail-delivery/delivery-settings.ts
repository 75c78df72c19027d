import { createPublicKey, randomBytes } from "node:crypto";
import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import type { Tx } from "../../../database/connection.ts";
import { fieldError, staleVersion } from "../../../http/errors.ts";
import { bindingOf } from "../../../session/sealed-places.ts";
import { type AccountContext, auditAccount, changeSettings } from "../account-access.ts";

type Shown = {
  via: MessageRoute;
  sendgrid_api_key_set: boolean;
  sendgrid_webhook_public_key: string;
  mails_per_minute: number | null;
  domain_mails_per_minute: number | null;
};

/** The programme's way of sending, without its secret; version 0: what it starts with. */
export async function deliverySettingsOf(
  tx: Tx,
  accountId: number,
): Promise<Shown & { version: number; webhook_key: string | null }> {
  const row = await tx.maybe<Shown & { version: number; webhook_key: string }>`select version, via,
      sendgrid_api_key is not null as sendgrid_api_key_set, sendgrid_webhook_public_key, webhook_key, mails_per_minute,
      domain_mails_per_minute
    from mail_deliveries
    where account_id = ${accountId}`;
  const none = { sendgrid_api_key_set: false, sendgrid_webhook_public_key: "", webhook_key: null };
  return row ?? { version: 0, via: "smtp", ...none, mails_per_minute: null, domain_mails_per_minute: null };
}

export type DeliveryEdit = {
  id: number;
  version: number;
  via: MessageRoute;
  sendgrid_api_key?: string | null | undefined;
  sendgrid_webhook_public_key?: string | null | undefined;
  mails_per_minute?: number | null | undefined;
  domain_mails_per_minute?: number | null | undefined;
};

/** Saves how mails leave; the key is sealed and never leaves again. @throws CallError STALE_VERSION, INVALID_INPUT. */
export function saveDelivery(context: AccountContext, edit: DeliveryEdit): Promise<void> {
  const { app, signedIn } = context;
  const { id: accountId, via, sendgrid_api_key: apiKey } = edit;
  return changeSettings(context, accountId, "settings", async (tx) => {
    const {
      version,
      webhook_key: _key,
      sendgrid_api_key_set: hadKey,
      ...before
    } = await deliverySettingsOf(tx, accountId);
    if (version !== edit.version) throw staleVersion("accounts", accountId, ["update_mail_delivery"]);
    if (via === "sendgrid" && (apiKey === null || (apiKey === undefined && !hadKey)))
      throw fieldError("sendgrid_api_key", { code: "required" });
    const { sendgrid_webhook_public_key: publicKey = before.sendgrid_webhook_public_key } = edit;
    if (publicKey && !isVerificationKey(publicKey))
      throw fieldError("sendgrid_webhook_public_key", { code: "not_public_key" });
    const after = {
      via,
      sendgrid_webhook_public_key: publicKey ?? "",
      mails_per_minute: edit.mails_per_minute === undefined ? before.mails_per_minute : edit.mails_per_minute,
      domain_mails_per_minute:
        edit.domain_mails_per_minute === undefined ? before.domain_mails_per_minute : edit.domain_mails_per_minute,
    };
    const sealed = apiKey ? app.cipher.seal(apiKey, bindingOf("sendgridKey", accountId)) : null;
    const keepsKey = apiKey === undefined;
    const now = app.clock.now();
    await tx.run`insert into mail_deliveries (account_id, via, sendgrid_api_key, sendgrid_webhook_public_key, webhook_key,
        mails_per_minute, domain_mails_per_minute, created_by, updated_by, created_at, updated_at)
      values (${accountId}, ${via},
        case when ${keepsKey} then (select sendgrid_api_key from mail_deliveries where account_id = ${accountId}) else ${sealed}::text end,
        ${after.sendgrid_webhook_public_key}, ${randomBytes(18).toString("base64url")},
        ${after.mails_per_minute}, ${after.domain_mails_per_minute}, ${signedIn.userId}, ${signedIn.userId}, ${now}, ${now})
      on conflict (account_id) do update
      set via = excluded.via,
        sendgrid_api_key = excluded.sendgrid_api_key,
        sendgrid_webhook_public_key = excluded.sendgrid_webhook_public_key, mails_per_minute = excluded.mails_per_minute,
        domain_mails_per_minute = excluded.domain_mails_per_minute, version = mail_deliveries.version + 1,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
    await auditAccount(tx, context, "update_mail_delivery", accountId, {
      before,
      after: { ...after, new_api_key: Boolean(apiKey) },
    });
  });
}

/** What SendGrid shows: the key's DER in base64, of the one curve it signs with. */
function isVerificationKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
