import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import type { English } from "../../english.ts";
import type { messages as ja } from "../../ja/customers/messages.ts";

export const messages: English<typeof ja> = {
  subject: "Subject",
  status: "Result",
  statuses: { sent: FIGURE_WORDS.reached.en, failed: FIGURE_WORDS.failed.en, unknown: FIGURE_WORDS.unknown.en },
  became: "Reaction",
  reactions: {
    opened: FIGURE_WORDS.opened.en,
    machine_opened: FIGURE_WORDS.machine_opened.en,
    clicked: FIGURE_WORDS.clicked.en,
    unsubscribed: FIGURE_WORDS.unsubscribed.en,
    bounced: FIGURE_WORDS.bounced.en,
    complained: FIGURE_WORDS.complained.en,
  },
  nothing: "Nothing yet",
  reason: "Reason",
  campaign: "Campaign",
  sentAt: "Sent",
  back: "Back to all messages",
  loading: "Loading the mail.",
  erased: "The guest’s data was erased, so the text is gone.",
  asSent: "This is the mail exactly as it was sent. Its links do not open.",
};
