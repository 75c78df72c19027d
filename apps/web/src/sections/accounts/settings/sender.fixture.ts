import type { client } from "../../../api/client.ts";
import type { Answer } from "../../../api/records.ts";

export const owner = { id: 1, name: "本館", editable: true };
export const sender: Answer<typeof client.accountSettings.sender> = {
  owner,
  version: 1,
  display_name: "",
  display_name_default: "花の湯",
  mail_from_name: "花の湯",
  mail_from_address: "info@example.jp",
  mail_signature: "",
  legal_sender_name: "花の湯",
  legal_sender_address: "箱根町1",
  legal_sender_tel: "",
  frequency_cap_count: null,
  frequency_cap_days: 30,
  standing_control_rate: 0,
  approval_above_count: null,
  grace_above_count: null,
  grace_seconds: 60,
  missed_run_hours: 6,
  link_utm_source: "",
  conversion_days: 30,
  quiet_from: null,
  quiet_until: null,
  mail_from_state: "confirmed",
  mail_from_in_use: "info@example.jp",
  mail_from_asked_at: null,
};
export const delivery: Answer<typeof client.mailDelivery.get> = {
  owner,
  version: 0,
  via: "smtp",
  sendgrid_api_key_set: false,
  sendgrid_webhook_public_key: "",
  webhook_url: null,
  mails_per_minute: null,
  domain_mails_per_minute: null,
};
export const noKey: Answer<typeof client.mailDelivery.dkim> = { owner, domain: null, selector: null, record: null };
export const understood: Answer<typeof client.unrecognisedReports.ofAccount> = {
  items: [],
  totals: { smtp: 0, sendgrid: 0 },
  whole_text: "readable",
};
