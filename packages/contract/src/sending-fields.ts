export type FieldText = readonly [says: string, example: unknown];

/** What the fields of a programme's sending mean, with an example of each: its sender, its ways and its rules. */
export const SENDING_FIELDS: Record<string, FieldText> = {
  mail_from_name: ["Sender's name of mails.", "箱根 花の湯"],
  mail_from_address: ["Sender's address of mails.", "news@example.jp"],
  mail_from_state: ["Whether the sender's address was confirmed by the link that it was mailed.", "confirmed"],
  mail_from_in_use: ["Address that mails come from now: the one confirmed last.", "news@example.jp"],
  mail_from_asked_at: ["When the link was mailed to the address last.", "2026-11-20T03:00:00.000Z"],
  sendgrid_api_key: ["Key of SendGrid's API; written, never read back. Null takes it away.", "SG.xxxxxxxx"],
  sendgrid_webhook_public_key: [
    "Verification key of SendGrid's signed event webhook.",
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…",
  ],
  mails_per_minute: ["Mails that leave in a minute at most; null = as fast as they are taken.", 600],
  domain_mails_per_minute: [
    "Mails to one receiving domain in a minute at most; null = as fast as they are taken.",
    120,
  ],
  selector: ["Name of the DKIM key in the DNS.", "okaeri1"],
  mail_signature: ["Text beneath every mail.", "箱根 花の湯"],
  legal_sender_name: ["Sender by law: name.", "花の湯グループ株式会社"],
  legal_sender_address: ["Sender by law: address.", "神奈川県足柄下郡箱根町1-2-3"],
  legal_sender_tel: ["Sender by law: telephone.", "0460-00-0000"],
  frequency_cap_count: ["Most mails to one guest in the days beside it.", 3],
  standing_control_rate: ["Percent of the guests who get nothing that advertises, to be compared with; 0 = nobody.", 5],
  frequency_cap_days: ["Days over which mails to one guest are counted.", 30],
  approval_above_count: ["Sends to more guests than this need a second person.", 1000],
  grace_above_count: ["Sends to more guests than this begin with 1 %.", 1000],
  conversion_days: ["Days after a message or a click for which a booking is credited to the campaign.", 30],
  missed_run_hours: ["Hours after its moment in which a missed run is still made up.", 6],
  link_utm_source: [
    "What links in mails say as utm_source, beside utm_medium=email and utm_campaign; empty: they say nothing. Left out, it stays as it is.",
    "newsletter",
  ],
  grace_seconds: ["Seconds that a large send waits before it begins, and again after its first 1 %.", 600],
  quiet_from: ["No mails from this hour.", "21:00"],
  quiet_until: ["Until this hour.", "08:00"],
};
