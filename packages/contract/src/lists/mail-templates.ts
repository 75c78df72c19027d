import { MAIL_TEMPLATE_FEATURE_TYPES } from "@okaeri/domain/enumerations";
import { describeList, WORDS_FILTER } from "./list.ts";

/** Templates of mails. It stands on the page of the account. */
export const mailTemplateList = describeList({
  path: "/accounts",
  sorts: ["name", "label", "updated_at"],
  sort: "name",
  filters: {
    q: WORDS_FILTER,
    label: { kind: "words", max: 40 },
    feature_type: { kind: "choice", of: MAIL_TEMPLATE_FEATURE_TYPES },
  },
  columns: {
    name: { sort: "name" },
    label: { sort: "label" },
    feature_type: {},
    used: { kind: "figure" },
    updated_at: { kind: "day", sort: "updated_at" },
    actions: {},
  },
});
