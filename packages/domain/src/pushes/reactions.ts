/**
 * What became of messages once they had left, in guests; a guest can be in several. Opens and clicks are those of people: what machines
 * opened is counted apart (docs/adr/0544). `bounced` are among those who were not reached.
 */
export const REACTIONS = ["opened", "machine_opened", "clicked", "unsubscribed", "bounced", "complained"] as const;
export type Reaction = (typeof REACTIONS)[number];
