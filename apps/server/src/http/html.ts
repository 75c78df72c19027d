/** HTML that may be sent as it is: what stood in it as text is escaped. */
export type Html = { readonly html: string };
type Part = string | number | Html | null | readonly (Html | null)[];

/** Text as HTML shows it, also within quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A template whose values are text: they are escaped, except those that are Html already. Null is left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return { html: strings.map((before, n) => before + (n < values.length ? textOf(values[n] ?? null) : "")).join("") };
}

function textOf(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(textOf).join("");
}
