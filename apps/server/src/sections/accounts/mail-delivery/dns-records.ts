import { Resolver } from "node:dns/promises";
import { isIP, isIPv6 } from "node:net";
import type { DNS_STATES } from "@okaeri/contract/mail-delivery";
import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import type { Config } from "../../../config.ts";
import { isLoopback } from "../../../loopback.ts";
import { type DkimKey, dkimRecord } from "./dkim-keys.ts";

export type DnsRecordFinding = {
  state: (typeof DNS_STATES)[number];
  name: string;
  found: string | null;
  wanted: string | null;
};

/** Texts of the records at a name; null: the DNS did not answer. */
export type LookUp = (name: string) => Promise<string[] | null>;

const ABSENT = ["ENODATA", "ENOTFOUND"];

export function txtRecords({ dnsServer }: Pick<Config, "dnsServer">): LookUp {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServer !== null) resolver.setServers([dnsServer]);
  return async (name) => {
    try {
      // One record's text comes in pieces of 255 bytes.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
    } catch (error) {
      return ABSENT.includes((error as { code?: string }).code ?? "") ? [] : null;
    }
  };
}

/** `tag=value; tag=value`, with white space anywhere (RFC 6376 3.2). */
function tagsOf(text: string): Map<string, string> {
  return new Map(
    text.split(";").flatMap((part) => {
      const at = part.indexOf("=");
      return at < 1 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replaceAll(/\s/g, "")]];
    }),
  );
}

const asRead = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join("\n"));
const unknown = (name: string, wanted: string | null): DnsRecordFinding => ({
  state: "unknown",
  name,
  found: null,
  wanted,
});

/** `key` null: none was made. */
export async function checkDkim(
  lookUp: LookUp,
  key: Omit<DkimKey, "id"> | undefined,
  domain: string,
): Promise<DnsRecordFinding> {
  if (key === undefined) return { state: "missing", name: `_domainkey.${domain}`, found: null, wanted: null };
  const { name, value } = dkimRecord(key);
  const texts = await lookUp(name);
  if (texts === null) return unknown(name, value);
  const published = texts.some((text) => {
    const tags = tagsOf(text);
    return (
      (tags.get("v") ?? "DKIM1") === "DKIM1" && (tags.get("k") ?? "rsa") === "rsa" && tags.get("p") === key.public_key
    );
  });
  const state = published ? "ok" : texts.length > 0 ? "wrong" : "missing";
  return { state, name, found: asRead(texts), wanted: value };
}

/** What the domain's SPF record must hold for the way mails leave; null: anything, for they leave to this very machine. */
export function spfMechanism(config: Pick<Config, "mailSpf" | "smtpUrl">, via: MessageRoute): string | null {
  if (via === "sendgrid") return "include:sendgrid.net";
  if (config.mailSpf !== null) return config.mailSpf;
  const host = config.smtpUrl === null ? "localhost" : new URL(config.smtpUrl).hostname.replace(/^\[|\]$/g, "");
  if (isLoopback(host)) return null;
  if (isIP(host)) return `${isIPv6(host) ? "ip6" : "ip4"}:${host}`;
  return `a:${host}`;
}

/** Exactly one record (RFC 7208 4.5), and ours in it. */
export async function checkSpf(lookUp: LookUp, domain: string, mechanism: string | null): Promise<DnsRecordFinding> {
  const wanted = `v=spf1 ${mechanism ?? "mx"} ~all`;
  const texts = (await lookUp(domain))?.filter((text) => /^v=spf1( |$)/i.test(text));
  if (texts === undefined) return unknown(domain, wanted);
  const [only = "", ...more] = texts;
  const terms = only.toLowerCase().split(/\s+/);
  const holds = mechanism === null || terms.some((term) => term.replace(/^\+/, "") === mechanism.toLowerCase());
  const state = texts.length === 0 ? "missing" : holds && more.length === 0 ? "ok" : "wrong";
  return { state, name: domain, found: asRead(texts), wanted };
}

/** The domain's own record, else the one of the domain above it (RFC 7489 6.6.3). */
export async function checkDmarc(lookUp: LookUp, domain: string): Promise<DnsRecordFinding> {
  const wanted = "v=DMARC1; p=none";
  const own = `_dmarc.${domain}`;
  for (const place of [domain, ...parentsOf(domain)]) {
    const name = `_dmarc.${place}`;
    const texts = (await lookUp(name))?.filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
    if (texts === undefined) return unknown(name, wanted);
    if (texts.length === 0) continue;
    const policy = tagsOf(texts[0] ?? "").get("p") ?? "";
    const state = texts.length === 1 && /^(none|quarantine|reject)$/i.test(policy) ? "ok" : "wrong";
    return { state, name, found: asRead(texts), wanted };
  }
  return { state: "missing", name: own, found: null, wanted };
}

/** Domains above it that can be somebody's own. */
function parentsOf(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join("."));
}
