import { MESSAGE_ROUTES } from "@okaeri/domain/pushes/routes";
import { z } from "zod";
import { owner, putBack, secret, settingsVersion } from "./account-settings.ts";
import { call, needsRow } from "./call.ts";
import { id } from "./paging.ts";
import { filledLine, line, mailDomain } from "./text.ts";

const read = needsRow("accounts/read");
const edit = needsRow("accounts/edit");
const one = z.object({ id });

/** Mails a minute, to all receivers together and to each receiving domain; null = as fast as the other side takes them. */
const rates = {
  mails_per_minute: z.number().int().min(1).max(100_000).nullable(),
  domain_mails_per_minute: z.number().int().min(1).max(100_000).nullable(),
};
const publicKey = line(1_000);

/** The API key is written, never read back. */
const deliveryState = {
  owner,
  sendgrid_api_key_set: z.boolean(),
  /** Where SendGrid sends its events; null until the settings were saved. */
  webhook_url: z.string().nullable(),
};
const deliveryAnswer = z.object({
  version: settingsVersion,
  via: z.enum(MESSAGE_ROUTES),
  sendgrid_webhook_public_key: z.string(),
  ...rates,
  ...deliveryState,
});

const dnsRecord = z.object({ name: z.string(), type: z.literal("TXT"), value: z.string() });
const dkimAnswer = z.object({
  owner,
  /** The domain and selector of the newest key; null: there is none. */
  domain: z.string().nullable(),
  selector: z.string().nullable(),
  /** What to put into the DNS. */
  record: dnsRecord.nullable(),
});

/** `ok`: as wanted. `wrong`: another one is there. `missing`: none is. `unknown`: the DNS did not answer. */
export const DNS_STATES = ["ok", "wrong", "missing", "unknown"] as const;
const dnsFinding = z.object({
  state: z.enum(DNS_STATES),
  /** Where it was looked for. */
  name: z.string(),
  found: z.string().nullable(),
  wanted: z.string().nullable(),
});
const dnsAnswer = z.object({ domain: z.string(), dkim: dnsFinding, spf: dnsFinding, dmarc: dnsFinding });

export const mailDelivery = {
  get: call(read)
    .route({ method: "GET", path: "/accounts/{id}/mail-delivery", summary: "メールの送り方" })
    .input(one)
    .output(deliveryAnswer),
  /** What is left out stays as stored; `sendgrid_api_key` null removes the stored one. */
  update: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/mail-delivery", summary: "メールの送り方を変更" })
    .input(
      z.strictObject({
        id,
        version: settingsVersion,
        via: z.enum(MESSAGE_ROUTES),
        sendgrid_api_key: secret.nullable().optional(),
        sendgrid_webhook_public_key: publicKey.nullable().optional(),
        mails_per_minute: rates.mails_per_minute.optional(),
        domain_mails_per_minute: rates.domain_mails_per_minute.optional(),
        ...putBack(deliveryState),
      }),
    )
    .output(deliveryAnswer),
  dkim: call(read)
    .route({ method: "GET", path: "/accounts/{id}/dkim", summary: "DKIMの公開鍵" })
    .input(one)
    .output(dkimAnswer),
  /** The same domain and selector again answers the key that is there. */
  makeDkim: call(edit)
    .route({ method: "POST", path: "/accounts/{id}/dkim", summary: "DKIMの鍵を作る" })
    .input(z.strictObject({ id, domain: mailDomain, selector: filledLine(63, "dkim_selector") }))
    .output(dkimAnswer),
  checkDkim: call(read)
    .route({ method: "GET", path: "/accounts/{id}/dkim/check", summary: "DKIM・SPF・DMARCのDNSを確認" })
    .input(one)
    .output(dnsAnswer),
};
