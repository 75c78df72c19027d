import { type CsvCell, csvLine } from "@okaeri/domain/csv";

/** A table as a file with a byte-order mark, so that spreadsheets read the Japanese as UTF-8. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\u{feff}${[header, ...rows].map(csvLine).join("")}`;
}

/** Hands the text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
