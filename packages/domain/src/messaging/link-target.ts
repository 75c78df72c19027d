import { findBadCharacter } from "../normalise.ts";

/** Longest link, UTF-16 units. */
export const MAX_LINK_LENGTH = 2_000;

const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

/** Labels of a public host name after IDNA mapping. The last one begins with a letter, so that no IP address matches, however it was written. */
const PUBLIC_HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that lead to the reader's own machine or network (RFC 6761, 6762, 8375, and the reserved top level `internal`). */
const LOCAL_HOST = /\.(?:localhost|local|internal|home\.arpa)$/;

/**
 * Parses what a link in a message may lead to; returns null for anything else. Accepted are mail addresses, telephone numbers and pages of
 * public hosts, without user names, passwords and placeholders. The host is judged as browsers map it: full-width digits and ideographic
 * full stops, numbers in any base, and percent signs are decoded before. IP addresses are refused, public ones too: mail filters take them
 * for fraud.
 */
export function parseLink(text: string): URL | null {
  if (text.length > MAX_LINK_LENGTH || /[\s{}<>"\\^`|]/.test(text) || findBadCharacter(text) !== undefined) return null;
  const url = URL.parse(text);
  if (url === null || !SCHEMES.includes(url.protocol)) return null;
  if (!isPage(url)) return url.pathname === "" ? null : url;
  const [, authority = "@"] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  const isPublic = PUBLIC_HOST.test(url.hostname) && !LOCAL_HOST.test(`.${url.hostname}`);
  return isPublic && !authority.includes("@") ? url : null;
}

/** Whether a parsed link opens a web page; others write a mail or call somebody. */
export const isPage = (url: URL): boolean => url.protocol === "http:" || url.protocol === "https:";
