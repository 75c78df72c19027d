import type { Problems } from "../../../parts/records/use-record-form.ts";
import type { CardAnswer } from "./settings.api.ts";

export type ExtraField = CardAnswer["extra_fields"][number];

export function newExtraField(): ExtraField {
  return { key: "", label_ja: "", label_en: "", is_required: false };
}

/** A code made of the English label: `Car number` → `car_number`. */
export function keyFrom(label: string): string {
  return label
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}

/** Typing the English label writes the code along, as long as nobody typed one. */
export function withEnglishLabel(field: ExtraField, label_en: string): ExtraField {
  const follows = field.key === "" || field.key === keyFrom(field.label_en);
  return { ...field, label_en, key: follows ? keyFrom(label_en) : field.key };
}

/** A code that an earlier field has. */
export function keysTwice(fields: readonly ExtraField[]): Problems {
  const found = fields.flatMap(({ key }, index) =>
    key !== "" && fields.slice(0, index).some((other) => other.key === key) ? [`extra_fields.${index}.key`] : [],
  );
  return Object.fromEntries(found.map((path) => [path, { code: "twice" }]));
}

export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_item, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
