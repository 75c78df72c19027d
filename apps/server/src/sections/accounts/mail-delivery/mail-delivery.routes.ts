import type { Binder } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { type AccountContext, readAccountPart, settingsOwner } from "../account-access.ts";
import { senderSettingsOf } from "../sender-settings.ts";
import { deliverySettingsOf, saveDelivery } from "./delivery-settings.ts";
import { dkimKeysOf, dkimRecord, makeDkimKey } from "./dkim-keys.ts";
import { checkDkim, checkDmarc, checkSpf, spfMechanism, txtRecords } from "./dns-records.ts";

export function mailDeliveryRoutes(os: Binder) {
  const calls = os.mailDelivery;
  return {
    get: calls.get.handler(({ input, context }) => delivery(context, input.id)),
    update: calls.update.handler(async ({ input, context }) => {
      await saveDelivery(context, input);
      return delivery(context, input.id);
    }),
    dkim: calls.dkim.handler(({ input, context }) => dkim(context, input.id)),
    makeDkim: calls.makeDkim.handler(async ({ input, context }) => {
      await makeDkimKey(context, input);
      return dkim(context, input.id);
    }),
    checkDkim: calls.checkDkim.handler(async ({ input, context }) => {
      const { key, domain, via } = await readAccountPart(context, input.id, "sender", async (tx, { row }) => {
        const { programme_account_id: accountId } = row;
        const [newest] = await dkimKeysOf(tx, accountId);
        const { mail_from_address: address } = await senderSettingsOf(tx, accountId);
        const settings = await deliverySettingsOf(tx, accountId);
        return { key: newest, domain: newest?.domain ?? address.split("@").at(-1) ?? "", via: settings.via };
      });
      if (domain === "") throw new CallError("WRONG_STATE", { because: { code: "no_sender_domain" } });
      const lookUp = txtRecords(context.app.config);
      const [found, spf, dmarc] = await Promise.all([
        checkDkim(lookUp, key, domain),
        checkSpf(lookUp, domain, spfMechanism(context.app.config, via)),
        checkDmarc(lookUp, domain),
      ]);
      return { domain, dkim: found, spf, dmarc };
    }),
  };
}

function delivery(context: AccountContext, id: number) {
  return readAccountPart(context, id, "sender", async (tx, open) => {
    const { webhook_key: key, ...shown } = await deliverySettingsOf(tx, open.row.programme_account_id);
    const webhook = key === null ? null : `${context.app.origin}/hooks/sendgrid/${key}`;
    return { owner: settingsOwner(open), ...shown, webhook_url: webhook };
  });
}

function dkim(context: AccountContext, id: number) {
  return readAccountPart(context, id, "sender", async (tx, open) => {
    const [newest] = await dkimKeysOf(tx, open.row.programme_account_id);
    const { domain = null, selector = null } = newest ?? {};
    return { owner: settingsOwner(open), domain, selector, record: newest ? dkimRecord(newest) : null };
  });
}
