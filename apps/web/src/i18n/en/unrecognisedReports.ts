import type { English } from "../english.ts";
import type { texts as ja } from "../ja/unrecognisedReports.ts";

export const texts: English<typeof ja> = {
  title: "Reports not understood",
  lead: "Reports about mails that could not be read and therefore changed no result. Similar reports of a day share one row, and rows are deleted after 7 days. Email addresses and telephone numbers are masked.",
  totals: "Total of 7 days: by mail {{smtp}}, SendGrid {{sendgrid}}",
  empty: "Every report of the last 7 days was understood.",
  column: {
    last: "Received",
    account: "Client",
    server: "Server",
    codes: "Codes",
    excerpt: "Text",
    count: "Count",
    actions: "Actions",
  },
  openAccount: "Open the sending settings of “{{name}}”",
  overflow: "Beyond 200 kinds of reports on one day. These are only counted.",
  noText: "There is no text.",
  read: "Read in full",
  readOf: "Read the report of {{at}} from {{server}} in full",
  chooseClient: "Choose this client to read reports in full.",
  notAllowed: "Reading reports in full needs the right to see guests.",
  dialog: {
    title: "Report not understood",
    lead: "It may contain a guest's data. Reading it is recorded in the audit log.",
    first: "This is the first of {{similar}} alike.",
    text: "Text",
    source: "Mail as received",
    reading: "Loading",
    close: "Close",
  },
};
