export type CsvCell = string | number;

/** Spreadsheets would run a text that begins like a formula, some also in full width; an apostrophe keeps it text. Numbers stay numbers. */
function safe(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 with a byte-order mark, so that spreadsheets read the Japanese as UTF-8. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => quoted(safe(cell))).join(","));
  return `\u{feff}${lines.join("\r\n")}\r\n`;
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
