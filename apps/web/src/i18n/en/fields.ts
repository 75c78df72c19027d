import type { English } from "../english.ts";
import type { texts as ja } from "../ja/fields.ts";

/** Words of the fields of every form (src/ui/fields) and of the frame around a record (src/shell/RecordPage.tsx). */
export const texts: English<typeof ja> = {
  required: "required",
  notSet: "Not set",
  left: "Characters left: {{n}}",
  unit: "Unit: {{unit}}",
  dayExample: "e.g. 2026-01-05",
  calendarOf: "Choose “{{label}}” in the calendar",
  rows: {
    nth: "number {{n}}",
    up: "Move “{{name}}” up",
    down: "Move “{{name}}” down",
    remove: "Delete “{{name}}”",
    moved: "“{{name}}” is now number {{n}}.",
    keys: "Alt and an arrow key inside a row move it too.",
    full: "At most {{n}} can be registered.",
    row: "Line {{n}} {{field}}",
  },
  postcode: {
    help: "Seven digits fill in prefecture, city and town while the address is empty.",
    unknown: "{{code}} is not in the published list of postcodes.",
    filled: "The address is now “{{address}}”. Go on with the street number.",
    failed: "The address could not be looked up. Please type it.",
    offered: "Addresses of this postcode",
    use: "Make the address “{{address}}”",
  },
  activity: {
    deactivate: "Deactivate",
    deactivateTitle: "Deactivate “{{name}}”?",
    deactivated: "“{{name}}” was deactivated.",
    activate: "Activate again",
    activateTitle: "Activate “{{name}}” again?",
    activated: "“{{name}}” is active again.",
  },
  recordHistory: "History",
  book: { next: "Look it over", back: "Back to the form" },
  history: {
    noneFound: "Nothing fits these conditions.",
    clear: "Remove all conditions",
    state: "State",
    states: { valid: "Valid", reservation_cancelled: "Reservation was cancelled", cancelled: "Cancelled" },
    cancelled: "Cancelled on {{date}}",
    reservationCancelled: "Valid (reservation cancelled on {{date}})",
    remarks: "Remarks",
    whyCancelled: "Cancelled because: {{why}}",
    by: "{{name}}",
    act: "Action",
  },
  guest: { help: "Search by name, member number, mail or telephone.", none: "Nobody found" },
  stale: {
    by: "{{name}} changed this at {{at}}",
    at: "Changed at {{at}}",
    what: "Changed: {{fields}}",
  },
};
