import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { App } from "../../../app.ts";
import { openReportReader, type ReportReader } from "./reading/read-isolated.ts";
import { mailOfReturnPath } from "./return-path.ts";
import { takeReport } from "./take-report.ts";
import { takeUnrecognised } from "./unrecognised/take-unrecognised.ts";

export type BounceReceiver = { port(): number; close(): Promise<void> };

const MOST_BYTES = 1_048_576;
const MOST_CLIENTS = 200;
/** Connections of one address at a time, idle ones too: nobody takes the places of others. */
const MOST_OF_ONE_ADDRESS = 10;
const MOST_RECIPIENTS = 5;
/** Where reports arrive that do not know the return path: complaints, and servers that answer to the postmaster. */
const BY_NAME = ["postmaster", "abuse", "bounces"];

/**
 * Takes reports about mails (RFC 3464, RFC 5965) on BOUNCE_SMTP_PORT. It speaks with the sender, reads apart, and never writes a mail: what
 * it does not want it refuses, what it does not understand it counts. Whatever happens to one report happens to no other.
 */
export function openBounceReceiver(
  app: App,
  port: number,
  host: string,
  reader: ReportReader = openReportReader(),
): Promise<BounceReceiver> {
  const places = placesByAddress(MOST_OF_ONE_ADDRESS);
  const server = new SMTPServer({
    name: new URL(app.origin).hostname,
    banner: "reports about mails only",
    // There is nothing to sign in to, and the library's own certificate is known to everybody.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MOST_BYTES,
    maxClients: MOST_CLIENTS,
    onConnect: (session, done) => done(places.take(session) ? null : answer(421, "4.7.0 too many connections")),
    onClose: (session) => places.leave(session),
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    logger: false,
    onRcptTo: (address, session, done) => done(refusalOf(app, address, session)),
    onData: (stream, session, done) => {
      take(stream, session).then(done, (error: Error) => {
        app.log.error({ event: "bounces.failed", message: error.message }, "a report could not be recorded");
        done(answer(451, "4.3.0 please try again later"));
      });
    },
  });

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const bytes = await bytesOf(stream);
    if (bytes === null) return answer(552, "5.3.4 too large for a report");
    const from = session.envelope.mailFrom;
    const nullSender = from !== false && from.address === "";
    const found = await reader.read({ bytes, nullSender });
    const mails = session.envelope.rcptTo.map(({ address }) => mailOfReturnPath(app, localPartOf(address)));
    const server = serverOf(session);
    if ("stopped" in found) {
      app.log.warn({ event: "bounces.stopped", bytes: bytes.length, why: found.stopped }, "a report took too much");
      return answer(451, "4.3.0 please try again later");
    }
    if ("unreadable" in found) {
      // Sent again it would be no other.
      app.log.warn(
        { event: "bounces.unreadable", bytes: bytes.length, why: found.unreadable },
        "a report could not be read",
      );
      await takeUnrecognised(app, { bytes, server, report: null }, mails);
      return null;
    }
    const { report } = found;
    const unrecognised: typeof mails = [];
    for (const mail of mails) {
      const taken = await takeReport(app, report, mail);
      app.log.info({ event: "bounces.taken", taken, news: report.news.length }, "a report was taken");
      if (taken === "later") return answer(451, "4.3.0 please try again later");
      if (taken === "unknown" || !report.isUnderstood) unrecognised.push(mail);
    }
    if (unrecognised.length > 0) await takeUnrecognised(app, { bytes, server, report }, unrecognised);
    return null;
  }

  // A connection that breaks is its own affair.
  server.on("error", (error) => app.log.info({ event: "bounces.connection", message: error.message }, "connection"));
  return new Promise((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, host, () => {
      server.server.removeListener("error", reject);
      resolve({
        port: () => (server.server.address() as { port: number }).port,
        close: () =>
          new Promise((done) => {
            server.close(() => {
              reader.close();
              done();
            });
          }),
      });
    });
  });
}

/** Counts open connections by address; of IPv6 by its network (/64), which one host has to itself. */
function placesByAddress(most: number) {
  const sessions = new Map<string, Set<string>>();
  const networkOf = ({ remoteAddress }: SMTPServerSession) =>
    remoteAddress.includes(".") ? remoteAddress : remoteAddress.split(":").slice(0, 4).join(":");
  return {
    take(session: SMTPServerSession): boolean {
      const open = sessions.get(networkOf(session)) ?? new Set();
      sessions.set(networkOf(session), open.add(session.id));
      return open.size <= most;
    },
    leave(session: SMTPServerSession): void {
      const open = sessions.get(networkOf(session));
      open?.delete(session.id);
      if (open?.size === 0) sessions.delete(networkOf(session));
    },
  };
}

/** Takes what is for one of our return paths, and for the names where people and servers look; everybody else's mail is refused. */
function refusalOf(app: App, { address }: SMTPServerAddress, session: SMTPServerSession): Error | null {
  if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) return answer(452, "4.5.3 too many recipients");
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const { bounceDomain } = app.config;
  const isOurs = bounceDomain === null ? domain.startsWith("bounce.") : domain === bounceDomain;
  if (!isOurs) return answer(550, "5.7.1 no relaying");
  const name = localPartOf(address);
  const isKnown = BY_NAME.includes(name.toLowerCase()) || mailOfReturnPath(app, name) !== null;
  return isKnown ? null : answer(550, "5.1.1 no such address");
}

/** The name that a server gave itself, if it may be one; otherwise its address. */
function serverOf({ hostNameAppearsAs: name, remoteAddress }: SMTPServerSession): string {
  return /^[a-z0-9.:_[\]-]{1,100}$/i.test(name || "") ? name.toLowerCase() : remoteAddress;
}

const localPartOf = (address: string) => address.slice(0, Math.max(0, address.lastIndexOf("@")));
const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** The whole mail; null where it is larger than any report. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length;
    // The rest is read and thrown away: the dialogue goes on behind it.
    if (bytes <= MOST_BYTES) parts.push(part);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(parts);
}
