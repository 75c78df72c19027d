// Accepted: what RFC 5321 lets an SMTP client send to (dot-atom or quoted local part; host name or address literal).
// Comments, folding white space and the obsolete forms of RFC 5322 are refused: no mail server needs them.

const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOT_ATOM = new RegExp(`^${ATEXT}(?:\\.${ATEXT})*$`);
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  let count = groups.length;
  if (last?.includes(".")) {
    if (!IPV4.test(last) || text.endsWith("::")) return false;
    groups.pop();
    count += 1; // an embedded IPv4 address stands for two groups
  }
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? count <= 7 : count === 8;
}

function isDomain(domain: string): boolean {
  if (domain.startsWith("[") && domain.endsWith("]")) {
    const literal = domain.slice(1, -1);
    return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : IPV4.test(literal);
  }
  return domain.split(".").every((label) => LABEL.test(label));
}

/**
 * Carriers in Japan whose phones were given addresses with dots in a row, at the start or before the @ until 2009. They are in use, and
 * no RFC lets a client send them unless the local part is quoted.
 */
const LOOSE_DOTS = new RegExp(`^[.]*${ATEXT}(?:[.]+${ATEXT})*[.]*$`);
const CARRIER =
  /^(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|[a-z0-9]+\.ezweb\.ne\.jp|softbank\.ne\.jp|[a-z]\.vodafone\.ne\.jp|jp-[a-z]\.ne\.jp|disney\.ne\.jp|(?:[a-z]+\.)?pdx\.ne\.jp|willcom\.com|wcm\.ne\.jp)$/i;

function isOldCarrierAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  return (
    local.length <= MAX_LOCAL_PART &&
    CARRIER.test(address.slice(at + 1)) &&
    LOOSE_DOTS.test(local) &&
    !DOT_ATOM.test(local)
  );
}

/** The address as SMTP takes it: an old carrier address with its local part in quotes (RFC 5321 4.1.2), any other as it is. */
export function smtpAddress(address: string): string {
  if (!isOldCarrierAddress(address)) return address;
  const at = address.lastIndexOf("@");
  return `"${address.slice(0, at)}"${address.slice(at)}`;
}

/** Whether the text is a mail address by RFC 5321, ASCII only, at most 254 characters. */
export function isMailAddress(address: string): boolean {
  if (address.length > MAX_ADDRESS) return false;
  const at = address.lastIndexOf("@");
  if (at < 1) return false;
  const local = address.slice(0, at);
  if (local.length > MAX_LOCAL_PART) return false;
  return (DOT_ATOM.test(local) || QUOTED.test(local)) && isDomain(address.slice(at + 1));
}

/** A host name that mail travels to: two labels at least, and the last one is no number. */
const isPublicHost = (domain: string) => /\.(?!\d+$)[^.]+$/.test(domain);

/** Whether the text is what may stand after the @ of a guest's address: a host name of two labels at least. */
export function isMailDomain(text: string): boolean {
  return isPublicHost(text) && !text.startsWith("[") && isMailAddress(`a@${text}`);
}

/**
 * NFKC, outer spaces removed, domain in lower case, an old carrier address without the quotes around its local part; undefined when the
 * result is no mail address, or one that no mail server on the internet takes (a@b). Line breaks are not trimmed away: an address with one is an attack or a broken file.
 */
export function normaliseMailAddress(text: string): string | undefined {
  const plain = unquotedCarrier(plainMail(text));
  if (!isOldCarrierAddress(plain) && !isMailAddress(plain)) return undefined;
  const at = plain.lastIndexOf("@");
  const domain = plain.slice(at + 1).toLowerCase();
  return domain.startsWith("[") || isPublicHost(domain) ? `${plain.slice(0, at)}@${domain}` : undefined;
}

/** Text in the place of an address that no mail can be sent to. */
export function isUnreachableMail(text: string): boolean {
  return normaliseMailAddress(text) === undefined;
}

/** `"a..b"@docomo.ne.jp` is how some systems store an old carrier address. */
function unquotedCarrier(address: string): string {
  const bare = address.replace(/^"([^"\\]*)"(?=@)/, "$1");
  return bare !== address && isOldCarrierAddress(bare) ? bare : address;
}

const plainMail = (text: string) => text.normalize("NFKC").replace(/^[ \t]+|[ \t]+$/g, "");

/** The form addresses are compared by. No real mailbox provider tells local parts apart by case. */
export function mailMatchKey(normalised: string): string {
  return normalised.toLowerCase();
}
