const OF_SENDS = [
  "targets",
  "reached",
  "benefits_only",
  "omitted",
  "failed",
  "unknown",
  "waiting",
  "called_off",
  "opened",
  "clicked",
  "unsubscribed",
] as const;
const OF_POINTS = ["points_granted", "points_reversed", "points_deducted", "points_for_debt"] as const;
const OF_ATTRIBUTED = ["reserved", "reserved_price", "transacted", "use_price"] as const;
const OF_SPENT = ["coupons_given", "coupons_used", "points_used", "cost"] as const;
/** Columns by which the results of campaigns are sorted. */
export const CAMPAIGN_RESULT_SORTS = [
  "last_sent_at",
  "name",
  ...OF_SENDS,
  ...OF_ATTRIBUTED,
  ...OF_SPENT,
  ...OF_POINTS,
] as const;
export type CampaignResultSort = (typeof CAMPAIGN_RESULT_SORTS)[number];
export const DEFAULT_RESULT_SORT = "-last_sent_at";

type Sortable = { [key in (typeof OF_POINTS)[number]]: number } & {
  name: string;
  last_sent_at: string | null;
  /** Null where nothing was sent. */
  figures: { [key in (typeof OF_SENDS)[number]]: number } | null;
  attributed: { [key in (typeof OF_ATTRIBUTED)[number]]: number };
  spent: { [key in (typeof OF_SPENT)[number]]: number };
};

/** Rows by `field` or `-field`, equal ones by name; campaigns that never went out come last under their date. */
export function sortedCampaigns<Row extends Sortable>(rows: readonly Row[], sort: string): Row[] {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as CampaignResultSort;
  const compare = (a: Row, b: Row): number => {
    if (field === "name") return a.name.localeCompare(b.name, "ja");
    if (field === "last_sent_at") {
      if (a.last_sent_at === null || b.last_sent_at === null) {
        const late = Number(a.last_sent_at === null) - Number(b.last_sent_at === null);
        return descending ? -late : late;
      }
      return a.last_sent_at.localeCompare(b.last_sent_at);
    }
    return figureOf(a, field) - figureOf(b, field);
  };
  return [...rows].sort((a, b) => (descending ? -1 : 1) * compare(a, b) || a.name.localeCompare(b.name, "ja"));
}

type Figure =
  | (typeof OF_SENDS)[number]
  | (typeof OF_ATTRIBUTED)[number]
  | (typeof OF_SPENT)[number]
  | (typeof OF_POINTS)[number];
const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/** What was never sent comes before what reached nobody. */
function figureOf(row: Sortable, field: Figure): number {
  if (isOneOf(OF_POINTS, field)) return row[field];
  if (isOneOf(OF_SPENT, field)) return row.spent[field];
  return isOneOf(OF_ATTRIBUTED, field) ? row.attributed[field] : (row.figures?.[field] ?? -1);
}
