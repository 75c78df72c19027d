import nodemailer from "nodemailer";

export type OutgoingMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  messageId?: string;
};

/** What became of one mail. `unknown`: the connection broke after the text was sent, so nobody knows; it is not sent again by itself. */
export type MailOutcome = { outcome: "sent" } | { outcome: "failed" | "unknown" | "later"; reason: string };

export type Mailer = { send(mail: OutgoingMail): Promise<MailOutcome>; close(): void };

/** SMTP behind one small port; five pooled connections were the measured best (docs/adr). */
export function openMailer(smtpUrl: string): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail);
        return { outcome: "sent" };
      } catch (error) {
        return outcomeOf(error as Error & { responseCode?: number; command?: string; code?: string });
      }
    },
    close: () => transport.close(),
  };
}

/** RFC 5321: 4xx is for later, 5xx for good. A break while the final answer to DATA is awaited is unknown (RFC 1047). */
function outcomeOf(error: Error & { responseCode?: number; command?: string; code?: string }): MailOutcome {
  const reason = error.responseCode ? String(error.responseCode) : (error.code ?? "error");
  if (error.responseCode && error.responseCode >= 500) return { outcome: "failed", reason };
  if (error.responseCode) return { outcome: "later", reason };
  if (error.code === "EENVELOPE" || error.code === "EMESSAGE") return { outcome: "failed", reason };
  const duringData = error.command === "DATA" && error.code !== "ECONNREFUSED";
  return { outcome: duringData ? "unknown" : "later", reason };
}
