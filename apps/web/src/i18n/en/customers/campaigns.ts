import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import type { English } from "../../english.ts";
import type { campaigns as ja } from "../../ja/customers/campaigns.ts";

export const campaigns: English<typeof ja> = {
  note: "What was sent in the last {{days}} days. Where the send has no record of this guest, the conditions of that send and the guest’s data of today decide.",
  show: "Show",
  all: "All",
  got: FIGURE_WORDS.reached.en,
  not: "Not reached",
  waiting: FIGURE_WORDS.waiting.en,
  unknown: FIGURE_WORDS.unknown.en,
  campaign: "Campaign",
  at: "When",
  result: "Result",
  why: "Why",
  stay: "Check-out",
  unmet: "Conditions not met:",
  judgedThen: "By the conditions of that send and today’s data",
  judgedToday: "By today’s conditions and today’s data",
  read: "Read the mail",
  change: {
    no_consent: "See the consent",
    no_address: "See the address and what stops mail",
    capped: "See the limit of messages",
    quiet: "See the quiet hours",
  },
  none: "No campaign was sent in the last {{days}} days.",
  noneGot: "No campaign reached the guest in the last {{days}} days.",
  noneNot: "Every campaign of the last {{days}} days reached the guest.",
};
