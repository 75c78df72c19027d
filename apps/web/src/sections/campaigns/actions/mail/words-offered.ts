import type { MentionSubject } from "@okaeri/domain/campaigns/actions/action-rule";
import { PLACEHOLDERS, type Placeholder, RESERVATION_WORDS } from "@okaeri/domain/messaging/placeholders";

/** What the segment grants can be told only where it grants something, and a reservation only where it is the occasion. */
export const wordsOffered = (given: ReadonlySet<MentionSubject>): Placeholder[] =>
  PLACEHOLDERS.filter((name) => {
    if (name === "granted_points") return given.has("points");
    return given.has("reservation") || !(RESERVATION_WORDS as readonly Placeholder[]).includes(name);
  });
