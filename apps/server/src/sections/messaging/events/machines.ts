import type { IncomingMessage } from "node:http";
import { isHead } from "../../../http/head-requests.ts";

// Whoever opens or clicks says nothing but its name. Gmail's and Yahoo's proxies fetch when the guest opens, so they are none of these.

/** Apple's proxy fetches every picture of every mail, by this name and nothing more. */
const APPLE_PROXY = /^Mozilla\/5\.0$/;
/** Scanners of links and mails, and programs that fetch without a person. */
const SCANNER =
  /bot\b|bots\b|crawl|spider|scanner|preview|barracuda|mimecast|proofpoint|safelinks|symantec|trend ?micro|fireeye|cloudmark|urldefense|headless|phantomjs|curl\/|wget\/|python|go-http-client|java\/|okhttp|node-fetch|axios|libwww|httpclient/i;

export function isMachine(request: IncomingMessage): boolean {
  const agent = request.headers["user-agent"] ?? "";
  return isHead(request) || agent === "" || APPLE_PROXY.test(agent) || SCANNER.test(agent);
}
