/** What a link in a mail tells the page it leads to: from whom, by mail, of which campaign. Nothing of the guest. */
export type LinkFields = { source: string; campaignId: number };

/**
 * The address with the fields that web analytics read (docs/adr/0557), otherwise as it was written. An address that has one of them says
 * itself whence its visitors come.
 */
export function withLinkFields(address: string, { source, campaignId }: LinkFields): string {
  const [, before = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (/[?&]utm_/i.test(query)) return address;
  const fields = `utm_source=${encodeURIComponent(source)}&utm_medium=email&utm_campaign=okaeri-${campaignId}`;
  const start = query === "" ? "?" : /[?&]$/.test(query) ? query : `${query}&`;
  return `${before}${start}${fields}${fragment}`;
}
