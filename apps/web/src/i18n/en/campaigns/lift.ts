import type { English } from "../../english.ts";
import type { liftTexts as ja } from "../../ja/campaigns/lift.ts";

/** Words of what a campaign brought beside not sending it. */
export const liftTexts: English<typeof ja> = {
  lift: {
    title: "What sending brought",
    note: "Share of guests who stayed",
    loading: "Working out the effect",
    own: "Control group of this campaign",
    standing: "Standing control group",
    more: "{{difference}} points against the control group (95% interval {{low}} to {{high}})",
    guests: {
      more: "About {{n}} ({{from}} to {{to}}) would not have stayed without it",
      fewer: "The share of those it went to is lower: about {{n}} ({{from}} to {{to}}) fewer stayed",
    },
    open: "Too early to tell",
    openWhy:
      "The difference to the control group is {{difference}} points (95% interval {{low}} to {{high}}). The interval includes 0, so it may be chance.",
    needed: {
      asNow: "With the shares as they are, about {{n}} more (both groups together) will tell.",
      point: "To see a difference of one point it takes about {{n}} more (both groups together).",
      most: "With the shares as they are it takes {{n}} more or beyond (both groups together).",
      shows: "There are enough guests to see a difference of one point.",
    },
    nobody: "It went to nobody yet, so there is nothing to compare",
    treated: "It went to",
    control: "Control group",
    counts: "{{part}} of {{whole}}",
    axis: "Difference and 95% interval",
    axisSays: "The difference is {{difference}} points, its 95% interval {{low}} to {{high}}. {{zero}}",
    zero: { in: "It includes 0.", out: "It does not include 0." },
    table: "Stays of those it went to and of the control group",
    group: "Guests",
    stays: "Stays",
    spent: "Amount spent",
    each: "Per guest",
    says: "All sends are compared, whatever period is chosen. Guests count who stayed by a booking within the days for results after a send, whichever campaign the booking is credited to.",
    none: "With some of the guests in a control group you see how many stays sending adds. Guests of this group get nothing.",
    soon: "From the next send on, {{rate}}% of the guests are left out to compare with.",
    set: "Set a control group",
    copied: "A control group can be set in a copy of this campaign, or in the next one.",
  },
};
