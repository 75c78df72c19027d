import { isMailAddress, smtpAddress } from "@okaeri/domain/mail-address";
import addressparser from "nodemailer/lib/addressparser";
import { type Mailer, type MailOutcome, NO_ADDRESS, type OutgoingMail } from "./mailer.ts";

/** Of one request: a mail is a few dozen kilobytes, and a provider that says nothing for so long says nothing at all. */
const TIMEOUT_MS = 30_000;

/** SendGrid's API behind the port of SMTP: one request for each mail, so that each recipient has an outcome of their own. */
export function sendgridMailer(baseUrl: string, apiKey: string, timeoutMs = TIMEOUT_MS): Mailer {
  return {
    async send(mail, mayEnd = async () => true) {
      const to = smtpAddress(mail.to);
      if (!isMailAddress(to)) return NO_ADDRESS;
      const body = JSON.stringify(requestOf({ ...mail, to }));
      // The request is small and leaves at once: whatever comes after it may have been taken.
      if (!(await mayEnd())) return { outcome: "withheld" };
      let answer: Response;
      try {
        answer = await fetch(`${baseUrl}/v3/mail/send`, {
          method: "POST",
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          body,
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.body?.cancel();
      } catch (error) {
        return withoutAnswer(error as FetchError);
      }
      return outcomeOf(answer.status);
    },
    close: () => {},
  };
}

function requestOf({ from, to, subject, text, html, headers, messageId, tags }: OutgoingMail): object {
  const [sender] = addressparser(from, { flatten: true });
  return {
    personalizations: [{ to: [{ email: to }], ...(tags ? { custom_args: tags } : {}) }],
    from: { email: sender?.address ?? "", ...(sender?.name ? { name: sender.name } : {}) },
    subject,
    content: [{ type: "text/plain", value: text }, ...(html === undefined ? [] : [{ type: "text/html", value: html }])],
    headers: { ...headers, ...(messageId === undefined ? {} : { "Message-ID": messageId }) },
    // Links, opens and unsubscribing are the product's own.
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  };
}

/**
 * A refusal was not taken, and 503 says that nothing is. A key that is refused, and too many requests, are nobody's fault. What broke
 * behind SendGrid's door (500, 502, 504) may have been taken all the same.
 */
function outcomeOf(status: number): MailOutcome {
  const reason = String(status);
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if ([401, 403, 429, 503].includes(status)) return { outcome: "later", reason, serverDown: true };
  if (status >= 500 || status < 400) return { outcome: "unknown", reason };
  return { outcome: "failed", reason };
}

type FetchError = Error & { cause?: { code?: string; name?: string } };

/** No connection, no name, no trust: nothing was handed over. Of all else nobody knows. */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function withoutAnswer(error: FetchError): MailOutcome {
  if (error.name === "TimeoutError") return { outcome: "unknown", reason: "ETIMEDOUT" };
  const code = error.cause?.code ?? error.name;
  if (NEVER_CONNECTED.test(code)) return { outcome: "later", reason: code, serverDown: true };
  return { outcome: "unknown", reason: code };
}
