import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES, PRESET_TYPES } from "@okaeri/domain/enumerations";
import { describeList, WORDS_FILTER } from "./list.ts";

export const campaignList = describeList({
  path: "/campaigns",
  sorts: ["updated_at", "name", "campaign_start_dt", "last_sent_at"],
  sort: "-updated_at",
  filters: {
    q: WORDS_FILTER,
    status: { kind: "choice", of: CAMPAIGN_STATUSES },
    type: { kind: "choice", of: CAMPAIGN_TYPES },
    preset_type: { kind: "choice", of: PRESET_TYPES },
  },
  columns: {
    name: { sort: "name" },
    copy: {},
    type: {},
    state: {},
    campaign_start_dt: { kind: "day", sort: "campaign_start_dt" },
    next_run: {},
    actions: {},
    recipients: { kind: "figure" },
    points: { kind: "figure" },
    attributed: { kind: "figure" },
    sent: { kind: "day", sort: "last_sent_at" },
    updated_at: { kind: "day", sort: "updated_at", phone: "hidden" },
  },
});
