import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

/** What the sink does with a recipient: takes the mail, refuses him with this SMTP answer, or breaks the connection at that point. */
export type SinkVerdict =
  | "take"
  | { refuseRecipient: number; text?: string }
  | { refuseData: number; text?: string }
  | { afterMs: number }
  | "drop_before_data"
  | "drop_after_dot"
  | "silent_after_dot";

export type SmtpSink = {
  url: string;
  /** Whose mail bounces go to, by recipient. */
  envelopes: Map<string, string>;
  /** Recipients whose mail arrived whole, in order; a mail whose connection is dropped after the dot counts as arrived. */
  received: string[];
  raw: Map<string, string>;
  parsed(recipient: string): Promise<ParsedMail>;
  close(): Promise<void>;
};

/** A real SMTP server on a free port that does what `decide` says of each recipient. */
export async function openSmtpSink(
  decide: (recipient: string, received: readonly string[]) => SinkVerdict | Promise<SinkVerdict> = () => "take",
  /** `lenient`: takes "a..b"@, which its library refuses although RFC 5321 allows it. `tls`: with a certificate that nobody signed, offered (`starttls`) or from the first byte on (`smtps`). */
  options: { keep?: boolean; refuseSignIn?: boolean; tls?: "starttls" | "smtps"; lenient?: boolean } = {},
): Promise<SmtpSink> {
  const received: string[] = [];
  const raw = new Map<string, string>();
  const envelopes = new Map<string, string>();
  const verdicts = new Map<string, SinkVerdict>();
  /** 550 without a text is what most servers mean by it: the address is unknown. */
  const refusal = (code: number, text = code === 550 ? "5.1.1 no such user" : "refused") =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    secure: options.tls === "smtps",
    lenientAddressParsing: options.lenient ?? false,
    disabledCommands: [...(options.refuseSignIn ? [] : ["AUTH"]), ...(options.tls === "starttls" ? [] : ["STARTTLS"])],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(refusal(535)),
    disableReverseLookup: true,
    // Workers that died in a test never end their connections.
    closeTimeout: 200,
    hideSize: true,
    async onRcptTo(address, session, callback) {
      const verdict = await decide(address.address, received);
      if (typeof verdict === "object" && "refuseRecipient" in verdict)
        return callback(refusal(verdict.refuseRecipient, verdict.text));
      if (verdict === "drop_before_data") {
        drop(server, session.id);
        return;
      }
      verdicts.set(session.id, verdict);
      if (typeof verdict === "object" && "afterMs" in verdict) await sleep(verdict.afterMs);
      callback();
    },
    async onData(stream, session, callback) {
      const text = await textOf(stream).catch(() => null);
      // The sender broke off before the final dot: as if nothing had come.
      if (text === null) return callback(refusal(451));
      const recipient = session.envelope.rcptTo[0]?.address ?? "";
      const verdict = verdicts.get(session.id);
      if (typeof verdict === "object" && "refuseData" in verdict)
        return callback(refusal(verdict.refuseData, verdict.text));
      received.push(session.envelope.rcptTo.map(({ address }) => address).join());
      envelopes.set(recipient, (session.envelope.mailFrom || { address: "" }).address);
      if (options.keep !== false) raw.set(recipient, text);
      if (verdict === "drop_after_dot") {
        drop(server, session.id);
        return;
      }
      if (verdict === "silent_after_dot") return;
      callback();
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `${options.tls === "smtps" ? "smtps" : "smtp"}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    envelopes,
    raw,
    parsed: (recipient) => simpleParser(raw.get(recipient) ?? ""),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function drop(server: SMTPServer, sessionId: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.id === sessionId) connection._socket.destroy();
}
