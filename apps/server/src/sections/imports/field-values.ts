import { normaliseText } from "@okaeri/domain/normalise";
import type { ImportField } from "@okaeri/domain/stays/import-fields";

/** What the words of a file mean, by field: the file's word → the product's, as the person matched them. */
export type FieldValues = Partial<Record<ImportField, Readonly<Record<string, string>>>>;

/** The cell in the product's words. */
export function mappedValue(values: Readonly<Record<string, string>> | undefined, cell: string): string {
  if (values === undefined || cell === "") return cell;
  const word = normaliseWord(cell);
  return Object.hasOwn(values, word) ? (values[word] ?? cell) : cell;
}

/** One spelling of a word, so that spaces and widths around it do not matter. */
export const normaliseWord = (cell: string): string => normaliseText(cell);
