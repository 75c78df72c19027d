import type { English } from "../english.ts";
import type { texts as ja } from "../ja/clients.ts";

/** Words of client management: the companies that use the service. */
export const texts: English<typeof ja> = {
  title: "Clients",
  search: "Search by client",
  create: "Add a client",
  empty: "There are no clients yet. Add the first one.",
  emptyReadOnly: "There are no clients you can see.",
  chooser: {
    title: "Choose a client",
    lead: "Only guests of the client you choose are shown. Your visit is kept in the client’s audit log.",
    search: "Search clients",
    none: "There are no clients yet. Register a client and its account under Contracts.",
  },
  column: {
    name: "Client",
    contract: "Contract",
    accounts: "Accounts",
    users: "People",
  },
  provider: "Provider",
  refusal: {
    provider: "The provider cannot be deactivated.",
    byProvider: "The provider looks after the client's details.",
  },
  tab: { label: "Parts of the client", facts: "Overview" },
  facts: {
    title: "Basics",
    usersLink: "See the people",
  },
  accounts: {
    empty: "There are no accounts yet. Add the headquarters or a facility.",
    emptyReadOnly: "There are no accounts yet.",
    add: "Add an account",
    options: "Options running",
    all: "Open in account management",
  },
  billing: {
    title: "Billing",
    company: "Company billed",
    address: "Address",
    contact: "Department and contact",
    reach: "Telephone and mail address",
    discount: "Discount",
    postCode: "〒{{code}}",
    unregistered: "Not registered",
  },
  form: {
    createTitle: "New client",
    createLead: "The name of the company under contract. Its facilities come next.",
    nameHint: "The company's name as it is.",
    submitNext: "Add and go on to its facilities",
  },
  activity: {
    deactivateUsers_one: "The client's {{count, number}} person can no longer sign in.",
    deactivateUsers_other: "The client's {{count, number}} people can no longer sign in.",
    deactivateAccounts_one: "Nobody can open its {{count, number}} account any more.",
    deactivateAccounts_other: "Nobody can open its {{count, number}} accounts any more.",
    activateWhat_one: "The client's {{count, number}} person can sign in again.",
    activateWhat_other: "The client's {{count, number}} people can sign in again.",
  },
};
