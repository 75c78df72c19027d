/** Words of how mails are sent, and of what the DNS holds for them. */
export const deliveryTexts = {
  title: "How mails are sent",
  change: "Change how mails are sent",
  saved: "How mails are sent was saved.",
  unlimited: "No limit",
  via: { smtp: "SMTP server", sendgrid: "SendGrid" },
  note: {
    smtp: "Sent by the mail server of this service.",
    sendgrid: "Sent by SendGrid's API, which also tells what arrived.",
  },
  webhookLead:
    "Enter this address as “Event Webhook” in SendGrid, switch on its signature (Signed Event Webhook), and save the verification key shown there here. Bounced mails and complaints are then taken into account.",
  webhookKeyMissing: "Until the verification key is saved, nothing from SendGrid is accepted.",
  copyWebhook: "Copy the address of the event webhook",
  label: {
    via: "Way of sending",
    sendgrid_api_key: "SendGrid API key",
    sendgrid_webhook_public_key: "SendGrid verification key",
    mails_per_minute: "Most mails a minute",
    domain_mails_per_minute: "Most mails a minute to one domain",
  },
  help: {
    sendgrid_api_key: "An API key that may send mail. It is stored encrypted and never shown again.",
    replace_key: "One is stored. Enter another only to replace it.",
    sendgrid_webhook_public_key: "The “Verification Key” that is shown once “Signed Event Webhook” is on.",
    mails_per_minute: "Empty: no limit. Mails beyond it wait for their turn.",
    domain_mails_per_minute: "Empty: no limit. Counted for each receiving domain, such as gmail.com.",
  },
};

export const dkimTexts = {
  make: "Make a DKIM key",
  makeAnother: "Make another DKIM key",
  makeTitle: "Make a DKIM key?",
  makeLead:
    "A key is made, and its public part is shown for the DNS. Choose another selector than before when you make one anew: the key before signs until the new one is in the DNS.",
  made: "The DKIM key was made. Enter its public part in the DNS.",
  check: "Check the DNS",
  none: "There is no key yet. Until there is one, mails are not signed.",
  name: { dkim: "DKIM", spf: "SPF", dmarc: "DMARC" },
  state: {
    ok: "✓ As wanted",
    wrong: "✕ Something else is there",
    missing: "✕ Not found",
    unknown: "Could not be checked",
  },
  found: "There now:",
  recordName: "Name:",
  recordValue: "Value (TXT):",
  copyName: "Copy the name of {{name}}",
  copyValue: "Copy the value of {{name}}",
  label: { domain: "Domain", selector: "Selector" },
  help: {
    domain: "What stands after the @ of the sender address.",
    selector: "Names this key in the DNS. Small letters, digits and hyphens.",
  },
};
