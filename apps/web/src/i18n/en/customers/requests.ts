import type { English } from "../../english.ts";
import type { requests as ja } from "../../ja/customers/requests.ts";

/** What a guest may ask for: the file of what is kept, and to be forgotten. */
export const requests: English<typeof ja> = {
  data: "Save the guest’s data",
  file: "guest-data",
  erase: "Erase the guest",
  eraseTitle: "Erase {{name}}? This cannot be undone.",
  eraseConfirm: "Erase",
  goes: "Gone at once: mail, LINE, member number, birthday, gender, types and notes. No message is sent any more, and lists and searches no longer show the guest.",
  words:
    "Remarks on points, coupons, ranks and consents go, too, and the booking numbers told with uses. In the audit log what was typed gives way to “Erased”; who did what and when stays. Files, campaigns, targets, coupons and saved views that are called after the guest are called by their number.",
  stays:
    "Kept: name, address, phone and nationality, which the guest register needs until {{date}}. They are erased after that.",
  nothingStays: "The guest register needs nothing. Name, address and phone go at once, too.",
  retainedTitle: "What else stays",
  retained: {
    ledgers: "Counts, amounts and days of stays, points and coupons, without saying whose they were.",
    bookings:
      "Booking numbers and what was booked: totals stay true, and an old booking that is sent again does not bring the guest back.",
    consents:
      "The record of consents and withdrawals (channel, purpose, time, edition of the text): the proof that the law asks for.",
    cards: "Registration cards. They go three years after they were made.",
    others:
      "What staff wrote in notes and remarks about other guests, in mails and in descriptions of coupons. Rewrite it where needed.",
    companions: "Name and phone as a companion on other guests’ bookings, until the register of that stay ends.",
    hashes:
      "Encrypted check values of mail address, member number and phone, so that no message is sent again. They cannot be turned back.",
    backups: "Backups, until they are deleted.",
  },
  points: "The remaining {{points}} can no longer be used.",
  upcoming_one: "{{count, number}} booking is still to come. It is not cancelled.",
  upcoming_other: "{{count, number}} bookings are still to come. They are not cancelled.",
  erased: "{{name}} has been erased.",
};
