import type { English } from "../english.ts";
import type { texts as ja } from "../ja/accountGroups.ts";

/** Words of account groups: named sets of one client's accounts. */
export const texts: English<typeof ja> = {
  title: "Account groups",
  lead: "Sets of facilities of one client, for handling them together, such as in RFM settings.",
  crumb: { accounts: "Accounts" },
  search: "Search by group, description or client",
  new: "New account group",
  newLead: "Choose one client, then tick the facilities that belong together.",
  createNew: "Create a group",
  deactivateLost_one:
    "This group of {{count, number}} facility can no longer be chosen. The facilities and their data stay as they are. You can reactivate it later.",
  deactivateLost_other:
    "This group of {{count, number}} facilities can no longer be chosen. The facilities and their data stay as they are. You can reactivate it later.",
  unknownCompany: "Chosen client",
  empty: "There are no account groups yet. Create the first one.",
  emptyReadOnly: "No account group contains your facilities yet.",
  basics: "Basics",
  field: {
    company: "Client",
    name: "Group name",
    description: "Description",
    members: "Facilities",
    updated: "Updated",
  },
  help: {
    description: "What the group is for, so that others understand.",
    company: "A group holds facilities of one client only.",
    companyChange: "Another client clears the chosen facilities.",
    companyChoose: "Choose a client",
    companyNone: "No client found",
  },
  members: {
    search: "Filter by name or code",
    all: "Choose all shown",
    more: "{{names}} and {{n}} more",
    nobody: "There are no facilities to choose.",
    notFound: "No facility matches “{{words}}”.",
    companyFirst: "Please choose a client first.",
  },
};
