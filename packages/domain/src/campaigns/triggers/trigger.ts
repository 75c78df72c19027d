/** Occasions of one reservation or of its stay: there may be several of a guest, and a target may ask about it. */
export const RESERVATION_BASES = [
  "before_check_in",
  "check_in",
  "before_check_out",
  "after_check_out",
  "reserved",
  "cancelled",
] as const;

/** What a trigger counts its days from. */
export const TRIGGER_BASES = [
  ...RESERVATION_BASES,
  "birthday",
  "last_stay",
  "points_expire",
  "rank_gained",
  "rank_ends",
  "first_stay",
  "registered",
] as const;
export type TriggerBase = (typeof TRIGGER_BASES)[number];

export const MAX_OFFSET_DAYS = 730;

const OF_RESERVATIONS: ReadonlySet<TriggerBase> = new Set(RESERVATION_BASES);
export const isAboutReservation = (base: TriggerBase): boolean => OF_RESERVATIONS.has(base);
