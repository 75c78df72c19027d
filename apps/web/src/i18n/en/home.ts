import type { English } from "../english.ts";
import type { texts as ja } from "../ja/home.ts";

/** Words of the home page. */
export const texts: English<typeof ja> = {
  greeting: "Welcome back, {{name}}",
  greetingNoName: "Welcome back",
  search: "Find a guest",
  searchHint: "Name, phone, mail, member or booking number",
  submit: "Search",
  clear: "Clear the search",
  recent: "Recent guests",
  found: "Results for “{{q}}”",
  notFound: "No guest matches “{{q}}”.",
  noCustomers: "There are no guests yet. Import booking data and they will appear here.",
  firstImport: "Import reservations",
  begin: {
    title: "Begin a campaign",
    customer_defection_benefit: "Bring guests back",
    information: "News",
    all: "See all presets",
  },
  waitingGrants: {
    title_one: "{{count, number}} grant of points waits for approval",
    title_other: "{{count, number}} grants of points wait for approval",
    text: "A person other than the requester checks each one, then approves or rejects it. After its last day nothing is granted.",
    line: "{{points}} points for {{name}} (until {{date}})",
    all: "Open the list of requests",
  },
  openUses: {
    title_one: "{{count, number}} use of points or coupons is left on a cancelled reservation",
    title_other: "{{count, number}} uses of points or coupons are left on cancelled reservations",
    text: "Unless it paid a cancellation fee, cancel the use to give it back to the guest. Shown here for 30 days after the cancellation.",
    coupon: "Coupon of {{name}} (reservation {{code}}, cancelled on {{date}})",
    point: "Points of {{name}} (reservation {{code}}, cancelled on {{date}})",
    more_one: "{{count, number}} more.",
    more_other: "{{count, number}} more.",
  },
  runningLow: {
    title_one: "{{count, number}} coupon is running out of codes",
    title_other: "{{count, number}} coupons are running out of codes",
    text: "Once there are none, the next guest gets no coupon. Add codes on the page of the campaign.",
    coupon: "{{name}}: {{count, number}} left ({{campaign}})",
    more_one: "{{count, number}} more.",
    more_other: "{{count, number}} more.",
  },
  coming: { title: "Coming up", calendar: "See the calendar" },
  latest: { title: "Results of the latest sends", all: "See all campaigns" },
  missed: {
    title_one: "{{count, number}} automatic run was not sent",
    title_other: "{{count, number}} automatic runs were not sent",
    text: "The page of the campaign says why, and what you can do. Shown here for 7 days.",
    run: "{{at}} {{name}}",
    more_one: "{{count, number}} more.",
    more_other: "{{count, number}} more.",
  },
  ledger: {
    title: "Points do not add up",
    text_one:
      "{{name}}: {{count, number}} balance differs from the record of grants and uses (proven {{at}}). Please do not touch this guest’s points until it is mended, and tell the provider.",
    text_other:
      "{{name}}: {{count, number}} balances differ from the record of grants and uses (proven {{at}}). Please do not touch these guests’ points until it is mended, and tell the provider.",
    guest: "Guest {{id}}",
  },
};
