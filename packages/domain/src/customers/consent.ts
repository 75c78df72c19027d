/** By what means a guest may be written to, and what for (product rules, consent). */
export const CONSENT_CHANNELS = ["mail", "line", "post"] as const;
export const CONSENT_PURPOSES = ["marketing", "service"] as const;

/** Classes of messages that advertise. A guest who consents to advertising can refuse single classes. */
export const MESSAGE_CLASSES = ["news", "birthday", "around_stays"] as const;
export type MessageClass = (typeof MESSAGE_CLASSES)[number];

/** What an entry of the ledger is about; a pause is withdrawn until its last day. */
export const LEDGER_PURPOSES = [...CONSENT_PURPOSES, ...MESSAGE_CLASSES, "pause"] as const;
export type LedgerPurpose = (typeof LEDGER_PURPOSES)[number];

/** For so many days a guest can have all mails that advertise paused. */
export const PAUSE_DAYS = 90;

/** For so many days the link of a mail can undo its own opt-out (product §4). */
export const OPT_OUT_UNDO_DAYS = 30;

/** Version of the words by which guests choose on their own page what they want, as the ledger notes it. */
export const PREFERENCES_VERSION = "preferences-2026-11";
