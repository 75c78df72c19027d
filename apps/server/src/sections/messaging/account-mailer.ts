import { createPrivateKey } from "node:crypto";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { type DkimSigner, MAIL_CONNECTIONS, type Mailer } from "../../mail/mailer.ts";
import { openPace, type Pace, underWayAtOnce } from "../../mail/pace.ts";
import { sendgridMailer } from "../../mail/sendgrid.ts";
import { checkDkim, type LookUp, txtRecords } from "../accounts/mail-delivery/dns-records.ts";
import { type MailDelivery, mailDeliveryOf } from "../accounts/mail-delivery/mail-delivery.read.ts";

/** How one programme's mails leave. */
export type AccountMailer = {
  send: Mailer["send"];
  /** So many may be under way at once. */
  connections: number;
  /** What is delivered is told later, by the provider; else whatever the server took counts as delivered. */
  tellsOfDeliveries: boolean;
};

/** The turns of an account's mails, for as long as the process runs: whoever sends for it shares them. */
const paces = new WeakMap<Mailer, Map<number, Pace>>();

/** Over `smtp`, signed, or over the provider that the programme chose; no faster than it allows. What it is set to is read once. */
export async function accountMailer(tx: Tx, app: App, accountId: number, smtp: Mailer): Promise<AccountMailer> {
  const delivery = await mailDeliveryOf(tx, app, accountId);
  const { via, apiKey } = delivery;
  const pace = paceOf(smtp, accountId);
  const sendgrid = via === "sendgrid" && apiKey !== null ? sendgridMailer(app.config.sendgridApiBaseUrl, apiKey) : null;
  let signer: Promise<DkimSigner | null> | undefined;
  return {
    connections: underWayAtOnce(delivery, MAIL_CONNECTIONS),
    tellsOfDeliveries: sendgrid !== null,
    async send(mail, mayEnd) {
      await pace.turn(mail.to, delivery);
      // A provider signs by itself.
      if (sendgrid !== null) return sendgrid.send(mail, mayEnd);
      signer ??= signerOf(delivery, txtRecords(app.config));
      const dkim = await signer;
      return smtp.send(dkim === null ? mail : { ...mail, dkim }, mayEnd);
    },
  };
}

function paceOf(smtp: Mailer, accountId: number): Pace {
  const ofAccounts = paces.get(smtp) ?? new Map<number, Pace>();
  paces.set(smtp, ofAccounts);
  const pace = ofAccounts.get(accountId) ?? openPace();
  ofAccounts.set(accountId, pace);
  return pace;
}

/** The newest key that receivers find in the DNS; where there is one alone, nobody needs to look. */
async function signerOf({ dkimKeys }: MailDelivery, lookUp: LookUp): Promise<DkimSigner | null> {
  const [newest, before] = dkimKeys;
  if (newest === undefined) return null;
  const isOut = before === undefined || (await checkDkim(lookUp, newest, newest.domain)).state === "ok";
  const { domain, selector, privateKey } = isOut ? newest : before;
  return { domainName: domain, keySelector: selector, privateKey: createPrivateKey(privateKey) };
}
