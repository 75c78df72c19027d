import { expect, test } from "vitest";
import { classifyDelivery, phaseIn } from "./classify-delivery.ts";

test.each([
  // The address, its domain or its mailbox does not exist.
  ["5.1.1", "smtp; 550 5.1.1 no such user", "hard"],
  ["5.1.10", "", "hard"],
  ["5.4.4", "", "hard"],
  ["5.4.4", "Host or domain name not found. Name service error for name=example.jp type=MX: Host not found", "hard"],
  ["5.1.0", "smtp; 550 5.1.0 Domain example.jp does not accept mail (nullMX)", "hard"],
  ["5.0.0", "smtp; 500 unknown recipient", "hard"],
  ["", "smtp; 550 user unknown", "hard"],
  ["", "550 Requested action not taken: mailbox unavailable", "hard"],
  ["5.5.0", "smtp; 550 5.5.0 Requested action not taken: mailbox unavailable", "hard"],
  ["5.4.1", "550 5.4.1 [a@example.jp]: Recipient address rejected: Access denied [X.outlook.com]", "hard"],
  ["", "554 delivery error: dd This user doesn't have a yahoo.co.jp account (a@yahoo.co.jp) [0]", "hard"],
  ["5.0.911", "550 sorry, no mailbox here by that name. (#5.1.1 - chkusr)", "hard"],
  ["", "Remote host said: 550 user unknown\nGiving up on 192.0.2.1.", "hard"],
  ["", "551 not our user", "hard"],
  ["", "このメールアドレスは存在しません", "hard"],
  // The code with the reply outranks the Status field.
  ["5.1.1", "smtp; 552 5.2.2 Over quota", "soft"],
  ["5.1.1", "SMTP; 550 5.7.1 IP address blacklisted by recipient", "soft"],
  // Nothing names the address.
  ["5.0.0", "", "soft"],
  ["", "", "soft"],
  ["", "550", "soft"],
  ["5.0.0", "smtp; 550 Rejected", "soft"],
  ["5.1.0", "smtp; 550 5.1.0 <b@example.jp> sender rejected", "soft"],
  // The sender, the way, the mail, a policy.
  ["", "550 5.1.8 <info@inn.example>: Sender address rejected: Domain not found", "soft"],
  ["", "550 5.1.7 No such domain inn.example.", "soft"],
  ["", "550 Domain of sender address info@inn.example does not exist", "soft"],
  ["", "550 Service unavailable; Client host [192.0.2.1] blocked", "soft"],
  ["", "550 relay not permitted", "soft"],
  ["", "550 SPF check failed", "soft"],
  ["", "550 5.1.1 <a@example.jp>: blocked using zen.spamhaus.org; user unknown", "soft"],
  ["5.0.0", "smtp; 554 blocked", "soft"],
  ["5.0.0", "smtp; 550 Connection frequency limited", "soft"],
  ["", "550 Too many recipients, rate limited", "soft"],
  ["5.3.4", "", "soft"],
  ["5.7.1", "smtp; 550 5.7.1 mailbox unavailable", "soft"],
  // The mailbox, which exists.
  ["5.2.2", "smtp; 552 5.2.2 over quota", "soft"],
  ["5.0.0", "smtp; 550 Mailbox quota exceeded", "soft"],
  ["5.2.1", "smtp; 550 5.2.1 The email account that you tried to reach is disabled.", "soft"],
  // For later.
  ["4.4.7", "", "soft"],
  ["5.4.7", "", "soft"],
  ["4.1.1", "450 4.1.1 user unknown, try later", "soft"],
  ["", "421 4.4.7 not accepted within 72 hours", "soft"],
  ["", "Unrouteable address: retry timeout exceeded", "soft"],
  // After the text, “unknown user” is what filters of telephone companies answer.
  ["5.0.0", "smtp; 550 Unknown user a@docomo.ne.jp (in reply to end of DATA command)", "soft"],
  ["", "550 : User unknown", "soft"],
])("status “%s” with “%s” is %s", (status, text, verdict) => {
  expect(classifyDelivery({ status, text }).verdict).toBe(verdict);
});

test.each([
  ["552 5.2.2 mailbox full", true],
  ["550 5.2.1 account is disabled", true],
  ["550 : User unknown", true],
  ["550 5.7.1 blocked by spamhaus", false],
  ["550 Too many connections", false],
  ["554 transaction failed", false],
])("a soft failure counts against the address only where it is the mailbox's: %s", (text, counts) => {
  expect(classifyDelivery({ text })).toMatchObject({ verdict: "soft", isAboutMailbox: counts });
});

test("a refusal before or after RCPT is never about the address", () => {
  const text = "550 5.1.1 user unknown";
  expect(classifyDelivery({ text, phase: "rcpt" }).verdict).toBe("hard");
  for (const phase of ["connect", "mail", "data"] as const)
    expect([phase, classifyDelivery({ text, phase }).verdict]).toEqual([phase, "soft"]);
});

test.each([
  ["said: 550 user unknown (in reply to RCPT TO command)", "rcpt"],
  ["said: 550 user unknown (in reply to end of DATA\n    command)", "data"],
  ["SMTP error from remote mail server after MAIL FROM:<a@b.example>", "mail"],
  ["SMTP error from remote mail server after initial connection:", "connect"],
  [">>> DATA\n<<< 550 Unknown user a@example.jp", "data"],
  ["... while talking to mx.example.jp.:\n>>> DATA\n<<< 550 Unknown user a@example.jp", null],
  ["it failed", null],
])("the refused command of “%s” is %s", (text, phase) => {
  expect(phaseIn(text)).toBe(phase);
});

test("hostile texts cost no time", () => {
  const began = performance.now();
  for (const text of ["user ", "a@", "550 5.1.1 ", "mailbox not ", "domain ", ">>> DATA\n", "sender ", "\n<<< 550 "])
    classifyDelivery({ text: text.repeat(20_000) });
  expect(performance.now() - began).toBeLessThan(2_000);
});
