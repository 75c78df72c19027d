import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import type { App } from "../../../app.ts";
import type { Tx } from "../../../database/connection.ts";
import { bindingOf } from "../../../session/sealed-places.ts";

type SealedDkimKey = { id: number; domain: string; selector: string; public_key: string; private_key: string };

/** How a programme's mails leave, with the secrets that are needed for it. */
export type MailDelivery = {
  via: MessageRoute;
  /** Of SendGrid; null: there is none. */
  apiKey: string | null;
  /** Mails a minute; null: as fast as the other side takes them. */
  perMinute: number | null;
  perDomainAndMinute: number | null;
  /** The newest first, with their private keys in PEM. */
  dkimKeys: { domain: string; selector: string; public_key: string; privateKey: string }[];
};

export async function mailDeliveryOf(
  tx: Tx,
  { cipher }: Pick<App, "cipher">,
  accountId: number,
): Promise<MailDelivery> {
  const row = await tx.maybe<{
    via: MessageRoute;
    sendgrid_api_key: string | null;
    mails_per_minute: number | null;
    domain_mails_per_minute: number | null;
  }>`select via, sendgrid_api_key, mails_per_minute, domain_mails_per_minute
    from mail_deliveries
    where account_id = ${accountId}`;
  const keys = await tx.all<SealedDkimKey>`select id, domain, selector, public_key, private_key
    from dkim_keys
    where account_id = ${accountId}
    order by id desc`;
  const sealed = row?.sendgrid_api_key ?? null;
  return {
    via: row?.via ?? "smtp",
    apiKey: sealed === null ? null : cipher.open(sealed, bindingOf("sendgridKey", accountId)),
    perMinute: row?.mails_per_minute ?? null,
    perDomainAndMinute: row?.domain_mails_per_minute ?? null,
    dkimKeys: keys.map(({ id, domain, selector, public_key, private_key: key }) => ({
      domain,
      selector,
      public_key,
      privateKey: cipher.open(key, bindingOf("dkimKey", accountId, id)),
    })),
  };
}
