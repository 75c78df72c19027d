/** By what means a guest may be written to, and what for (product rules, consent). */
export const CONSENT_CHANNELS = ["mail", "line", "post"] as const;
export const CONSENT_PURPOSES = ["marketing", "service"] as const;
