/** First parts of addresses that are no pages of the web app. */
const OURS = ["api", "health", "metrics", "feeds", "partner", "hooks", "assets"];

/** The path of a request as it was sent. */
export function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

export function isCallAddress(url: string): boolean {
  return firstPart(url) === "api";
}

/** Whether the address, once escapes and dots are resolved, lies outside the web app. */
export function isNoPage(url: string): boolean {
  return OURS.includes(firstPart(url));
}

/**
 * Whether an address of ours is not written as we write it: escaped letters, dots, doubled slashes, capitals, `;`. Routes and hooks would
 * read it in different ways, so it is answered as not found.
 */
export function isDisguised(url: string): boolean {
  const first = firstPart(url);
  if (!OURS.includes(first)) return false;
  const path = pathOf(url);
  return (path !== `/${first}` && !path.startsWith(`/${first}/`)) || UNPLAIN.test(path);
}

// Escapes of what needs none or of what divides, empty parts, dot parts, backslashes, parameters of a part.
const UNPLAIN =
  /%(?:2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a]|2f|5c|3b|25|[01][0-9a-f]|7f)|\/\/|\/\.{1,2}(?:\/|$)|[\\;]|.\/$/i;

/** The address with escapes, dots and repeated slashes resolved. */
function firstPart(url: string): string {
  const plain = unescaped(pathOf(url))
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/, "")
    .replaceAll("\\", "/");
  const parts: string[] = [];
  for (const part of plain.split("/")) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken off.
    const name = part.replace(/[;?#].*$/s, "").replace(/^[\s\u0000-\u001f]+|[\s\u0000-\u001f]+$/g, "");
    if (name === "..") parts.pop();
    else if (name !== "" && name !== ".") parts.push(name);
  }
  return (parts[0] ?? "").replace(/\.+$/, "");
}

/** Percent signs taken off again and again, as a chain of servers would. */
function unescaped(path: string): string {
  let text = path;
  for (let round = 0; round < 5 && text.includes("%"); round++)
    text = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
  return text;
}
