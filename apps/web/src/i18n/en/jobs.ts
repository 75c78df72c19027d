import type { English } from "../english.ts";
import type { texts as ja } from "../ja/jobs.ts";

export const texts: English<typeof ja> = {
  title: "Stopped jobs",
  lead: "Work that did not succeed in several tries. Remove the cause, then run it again. The work of other accounts goes on.",
  empty: "No job has stopped.",
  column: { queue: "Job", account: "Account", at: "Stopped", tries: "Tries", fault: "Reason", actions: "Actions" },
  none: "(all)",
  retry: "Run again",
  retryOf: "Run “{{job}}” again",
  retried: "“{{job}}” is being run again.",
  queue: {
    "import-reservations": "Data import",
    "freeze-pushes": "Choosing a send's recipients",
    "deliver-push": "Send",
    "score-rfm": "RFM scores",
    "account-mail": "Sign-in mail",
    "expire-points": "Expiry of points",
    "prove-ledgers": "Proof of the points",
    "pay-stays": "Points for past stays",
    "settle-stays": "Points of stays",
    "undo-import": "Undoing an import",
    "requeue-imports": "Taking up stopped imports",
    "revive-pushes": "Taking up stopped sends",
    "score-all-rfms": "Nightly RFM scores",
    "clear-sign-ins": "Clearing old sign-ins",
    "clear-uploads": "Clearing files never started",
  },
  queueOther: "Another job",
  fault: {
    lost: "The server working on it no longer answered",
    timeout: "It did not end in time",
    refused: "The database did not accept a value",
    database: "The database failed",
    connection: "No connection",
    program: "Perhaps a fault of the program (see the server's log)",
  },
};
