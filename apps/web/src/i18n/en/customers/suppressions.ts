/** Words about mails that came back. */
export const suppressions = {
  title: "Mails that came back",
  goes: "Mail can be sent to this address now.",
  now: {
    bounced: "Nothing is sent to this address, because mails came back.",
    complained: "Nothing is sent to this address, because mail was reported as spam.",
    opted_out: "Nothing is sent to this address, because the guest asked for it.",
    blocked: "Nothing is sent to this address, because it refuses mail.",
  },
  stays: "It is the guest's own word, so it cannot be lifted.",
  lift: "Send again",
  liftTitle: "Send to this address again",
  liftText: "From the next send on, mail goes to this address again. If it comes back once more, it stops once more.",
  reason: "Reason",
  reasonHint: "Such as: the guest told us on the phone that the mailbox works again",
  submit: "Send again",
  kind: {
    hard: "Cannot be delivered",
    soft: "Not delivered this time",
    complaint: "Reported as spam",
    refusal: "Unsubscribed",
    lift: "Sent again",
  },
  source: {
    send: "answer at the send",
    report: "report by mail",
    sendgrid: "told by SendGrid",
    staff: "by staff",
  },
};
