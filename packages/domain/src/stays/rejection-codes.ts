/** Why a row of a reservations file or feed is refused. Texts live with the interface, in the reader's language. */
export const REJECTION_CODES = [
  // a value
  "required",
  "too_long",
  "bad_character",
  "not_a_date",
  "not_a_timestamp",
  "date_order_open",
  "out_of_range",
  "not_a_number",
  "decimals",
  "dot_or_comma",
  "shortened_number",
  "number_for_text",
  "too_large",
  "negative",
  "unknown_code",
  "invalid_tel",
  // values that contradict each other
  "check_out_before_check_in",
  "too_many_nights",
  "reserved_after_check_out",
  "in_future",
  "contradicts_state",
  // lines that are rooms of one booking
  "differs_by_room",
  // a customer that only keys of several people tell of
  "not_identified",
  // a customer who asked to be forgotten
  "erased_guest",
  // the line itself, found by the reader of the file
  "wrong_column_count",
  "broken_quotes",
  "cell_too_long",
  "cell_error",
  "undecodable",
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];
