import type { App } from "../../../app.ts";
import { mailToken, readMailToken, type TokenMail, type TokenSays } from "./mail-token.ts";

const MARK = "b+";

/** The envelope sender of a guest's mail (VERP): what comes back to it names the mail. Null: nothing takes bounces here, the sender's own serves. */
export function verpAddress(app: Pick<App, "cipher" | "config">, mail: TokenMail, fromAddress: string): string | null {
  const { bounceSmtpPort, bounceDomain } = app.config;
  if (bounceSmtpPort === null) return null;
  const domain = bounceDomain ?? `bounce.${fromAddress.slice(fromAddress.lastIndexOf("@") + 1)}`;
  return `${MARK}${mailToken(app.cipher, mail)}@${domain}`;
}

/** The mail that a return path names; null for any other address. */
export function mailOfReturnPath(app: Pick<App, "cipher">, localPart: string): TokenSays | null {
  return localPart.toLowerCase().startsWith(MARK) ? readMailToken(app.cipher, localPart.slice(MARK.length)) : null;
}

/** Return paths somewhere in a text, such as the head of a mail that was sent back. */
export function returnPathsIn(text: string): string[] {
  return [...text.matchAll(/b\+[0-9a-z.]{30,70}(?=@)/gi)].slice(0, 20).map(([path]) => path);
}
