/** What is chosen in a merge, each as a whole: a telephone goes with its typed form, a mail address with its state. */
export const MERGE_FIELDS = [
  "member_number",
  "name",
  "name_kana",
  "gender",
  "birthday",
  "email",
  "tel",
  "address",
  "nationality",
  "language",
  "line",
  "notes",
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** `both` is for notes only. */
export const WINNERS = ["survivor", "source", "both"] as const;
export type Winner = (typeof WINNERS)[number];
export type Winners = Record<MergeField, Winner>;

export type MergeSide = {
  id: number;
  stay_count: number;
  last_stay_on: string | null;
  email_state: string;
  /** The programme gave the member number; no hotel did. */
  is_issued: boolean;
  line_follow_state: string;
} & Record<MergeField, string | null>;

/**
 * Which record is the survivor: the one with the member number, one of a hotel before an issued one; then more stays; then the older
 * record.
 */
export function proposeSurvivor(a: MergeSide, b: MergeSide): MergeSide {
  const hasNumber = (side: MergeSide) => (side.member_number === null ? 0 : side.is_issued ? 1 : 2);
  const better = hasNumber(b) - hasNumber(a) || b.stay_count - a.stay_count || a.id - b.id;
  return better > 0 ? b : a;
}

const CONTACT: readonly MergeField[] = ["email", "tel", "address"];

/**
 * The proposed choice for each field: a value before none; a mail address that works and a LINE account that follows before one that does
 * not; contact data of the guest who stayed last; both notes; else the survivor's.
 */
export function proposeWinners(survivor: MergeSide, source: MergeSide): Winners {
  const stayedLater = (source.last_stay_on ?? "") > (survivor.last_stay_on ?? "");
  const choose = (field: MergeField): Winner => {
    const [mine, theirs] = [survivor[field] ?? "", source[field] ?? ""];
    if (theirs === "" || mine === theirs) return "survivor";
    if (mine === "") return "source";
    if (field === "notes") return "both";
    if (field === "member_number") return survivor.is_issued && !source.is_issued ? "source" : "survivor";
    if (field === "line")
      return better(survivor.line_follow_state, source.line_follow_state, "following") ?? "survivor";
    const works = field === "email" ? better(survivor.email_state, source.email_state, "valid") : undefined;
    if (works) return works;
    return CONTACT.includes(field) && stayedLater ? "source" : "survivor";
  };
  return Object.fromEntries(MERGE_FIELDS.map((field) => [field, choose(field)])) as Winners;
}

function better(survivor: string, source: string, good: string): Winner | undefined {
  if ((survivor === good) === (source === good)) return undefined;
  return source === good ? "source" : "survivor";
}
