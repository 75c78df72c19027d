import type { AuditLine } from "@okaeri/contract/audit";

// Where the words of a campaign's fields stand. The log names them as the server does (campaigns/review/difference.ts): a field of the
// campaign, of one of its segments by number, or of an action by its kind and number.

/** Fields whose value is one of few words; `{}` stands for the value. */
const WORDED: Readonly<Record<string, string>> = {
  type: "campaigns:type.{}.name",
  preset_type: "campaigns:preset.{}",
  purpose: "campaigns:purpose.{}",
  "point.grant_type": "campaigns:point.{}",
  "point.expiration_type": "campaigns:point.expiration.{}",
  "coupon.type": "campaigns:coupon.type.{}",
  "coupon.discount_type": "campaigns:coupon.discount.{}",
  "coupon.absolute_type": "campaigns:coupon.figure.{}",
  "coupon.rate_type": "campaigns:coupon.figure.{}",
};

/** A field of a segment or action; undefined for another path. `kind`: of an action. */
function placeOf(path: readonly string[]): { segment: string; kind?: string; field: string } | undefined {
  const [root, segment = "", ...rest] = path;
  if (root !== "segments" || !segment.startsWith("[")) return undefined;
  const [kind, , field] = rest;
  const id = segment.slice(1, -1);
  return field === undefined ? { segment: id, field: kind ?? "" } : { segment: id, kind: kind ?? "", field };
}

export type FieldWords = {
  /** The segment's place, where the log knows it. */
  place: number | undefined;
  /** Keys of the words, from the outside in; of the last one the first that there are words for. */
  keys: string[][];
};

/** How a field within a segment is called; undefined for a path of another kind. */
export function campaignField(path: readonly string[], line: AuditLine): FieldWords | undefined {
  const found = placeOf(path);
  if (found === undefined) return undefined;
  const { segment, kind, field } = found;
  const place = (line.after as Record<string, unknown> | null)?.[`places.${segment}`];
  const own = [`audit:field.${field}`, `campaigns:field.${field}`];
  return {
    place: typeof place === "number" ? place : undefined,
    keys:
      kind === undefined ? [own] : [[`campaigns:action.${kind}.short`], [`campaigns:field.${kind}.${field}`, ...own]],
  };
}

/** Where the word for a value of a campaign's field stands. */
export function campaignValueKey(path: readonly string[], value: string): string | undefined {
  const { kind, field } = placeOf(path) ?? { field: path.at(-1) ?? "" };
  return WORDED[kind === undefined ? field : `${kind}.${field}`]?.replace("{}", value);
}
