import { attributedWords } from "@okaeri/contract/campaigns/results/attributed-words";
import { figureWords } from "@okaeri/contract/campaigns/results/figure-words";
import { spentWords } from "@okaeri/contract/campaigns/results/spent-words";

import type { English } from "../english.ts";
import type { texts as ja } from "../ja/reports.ts";

/** Words of the reports. */
export const texts: English<typeof ja> = {
  figure: figureWords("en"),
  attributed: attributedWords("en"),
  spent: spentWords("en"),
  title: "Reports",
  period: "{{from}} to {{to}}",
  tiles: {
    recipients: "Reached by campaigns (total)",
    reached: "Reached {{n}}",
    stays: "Confirmed stays",
    outstanding: "Unused points",
    granted: "Granted in the period: {{n}}",
  },
  campaigns: {
    title: "Campaign results",
    empty: "No campaign was active in this period.",
    longer: "See the last 12 months",
    toCampaigns: "See the campaigns",
    column: {
      name: "Campaign",
      status: "State",
      lastSent: "Last sent",
      granted: "Points granted",
      reversed: "Points reversed",
      deducted: "Points deducted",
      forDebt: "Points used for debts",
    },
    status: { active: "Running", inactive: "Sent", stopped: "Stopped" },
  },
  points: {
    title: "Points",
    note: "by month",
    flow: "Granted, used, expired",
    balance: "Balance at the end of the month",
    month: "Month",
    granted: "Granted",
    reversed: "Reversed",
    deducted: "Deducted",
    debtIncurred: "Debt incurred",
    debtPaid: "Debt paid",
    used: "Used",
    expired: "Expired",
    outstanding: "Balance",
    empty: "No points moved in this period.",
  },
  stays: {
    title: "Stays",
    note: "by month of confirmation",
    count: "Number of stays",
    usePrice: "Spend",
    empty: "No stay was confirmed in this period.",
  },
};
