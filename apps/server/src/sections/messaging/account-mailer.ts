import { createPrivateKey } from "node:crypto";
import { type MessageRoute, REPORTING_ROUTES } from "@okaeri/domain/pushes/routes";
import { type RawBuilder, sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { type Gate, openGate } from "../../mail/gate.ts";
import { type DkimSigner, MAIL_CONNECTIONS, type Mailer, SLOW_MS } from "../../mail/mailer.ts";
import { domainOf, isSlow, underWayAtOnce } from "../../mail/pace.ts";
import { sendgridMailer } from "../../mail/sendgrid.ts";
import { checkDkim, type LookUp, txtRecords } from "../accounts/mail-delivery/dns-records.ts";
import { type MailDelivery, mailDeliveryOf } from "../accounts/mail-delivery/mail-delivery.read.ts";
import { secondsToSlot, secondsUntilNoLongerSlow, takeSlots } from "./send-slots.ts";

/** How one programme's mails leave. */
export type AccountMailer = {
  send: Mailer["send"];
  route: MessageRoute;
  /** So many may be under way at once. */
  connections: number;
  /** It waits for its turns more than it sends. */
  isSlow: boolean;
  /** The provider reports deliveries later; otherwise a mail counts as delivered once the server has accepted it. */
  reportsDeliveries: boolean;
  /** In how many milliseconds mails to these addresses may be sent; null: others come first. */
  takeSlots(tx: Tx, addresses: readonly string[], patienceMs?: number): Promise<(number | null)[]>;
  /** SQL over recipients `target`: in how many seconds the turn of their receiving domain comes; null: nobody waits for one. */
  throttleDelay(): RawBuilder<number | null> | null;
};

/** One for each pool of connections: whoever sends over it shares them. */
const gates = new WeakMap<Mailer, Gate>();

/** Over `smtp`, signed, or over the provider that the programme chose. What it is set to is read once. */
export async function accountMailer(tx: Tx, app: App, accountId: number, smtp: Mailer): Promise<AccountMailer> {
  const delivery = await mailDeliveryOf(tx, app, accountId);
  const { via, apiKey } = delivery;
  const gate = gateOf(smtp);
  const sendgrid = via === "sendgrid" && apiKey !== null ? sendgridMailer(app.config.sendgridApiBaseUrl, apiKey) : null;
  let signer: Promise<DkimSigner | null> | undefined;
  const route = sendgrid === null ? "smtp" : "sendgrid";
  return {
    route,
    connections: underWayAtOnce(delivery, MAIL_CONNECTIONS),
    isSlow: isSlow(delivery),
    reportsDeliveries: REPORTING_ROUTES.includes(route),
    takeSlots: (inner, addresses, patienceMs) => takeSlots(inner, accountId, delivery, addresses, patienceMs),
    throttleDelay() {
      const slow = sendgrid === null ? gate.slow() : [];
      const waits = [
        ...(delivery.perDomainAndMinute === null ? [] : [secondsToSlot]),
        ...(slow.length === 0 ? [] : [secondsUntilNoLongerSlow(slow)]),
      ];
      return waits.length === 0 ? null : sql<number | null>`greatest(${sql.join(waits)})`;
    },
    async send(mail, mayEnd) {
      // A provider signs by itself, and takes mails to whatever domain at once.
      if (sendgrid !== null) return sendgrid.send(mail, mayEnd);
      signer ??= signerOf(delivery, txtRecords(app.config));
      const dkim = await signer;
      const domain = domainOf(mail.to);
      if (!(await gate.enter(domain))) return { outcome: "withheld" };
      try {
        return await smtp.send(dkim === null ? mail : { ...mail, dkim }, mayEnd);
      } finally {
        gate.leave(domain);
      }
    },
  };
}

function gateOf(smtp: Mailer): Gate {
  const gate = gates.get(smtp) ?? openGate(MAIL_CONNECTIONS, smtp.slowMs ?? SLOW_MS);
  gates.set(smtp, gate);
  return gate;
}

/** The newest key that receivers find in the DNS; where there is one alone, nobody needs to look. */
async function signerOf({ dkimKeys }: MailDelivery, lookUp: LookUp): Promise<DkimSigner | null> {
  const [newest, before] = dkimKeys;
  if (newest === undefined) return null;
  const isOut = before === undefined || (await checkDkim(lookUp, newest, newest.domain)).state === "ok";
  const { domain, selector, privateKey } = isOut ? newest : before;
  return { domainName: domain, keySelector: selector, privateKey: createPrivateKey(privateKey) };
}
