import type { Tx } from "../../database/connection.ts";
import type { RequestContext } from "../../http/binder.ts";
import { addAccountMail } from "./account-mails.ts";
import { deviceOf } from "./device.ts";
import type { Notice } from "./notice-texts.ts";

/**
 * Tells a person by mail, in the caller's transaction (transactional outbox), at their present address or the one given. If somebody else
 * did it, this mail is the only way to learn of it.
 */
export async function notifyPerson(
  tx: Tx,
  context: Pick<RequestContext, "app" | "ip" | "userAgent" | "language">,
  userId: number,
  notice: Notice,
  to?: string,
): Promise<void> {
  const { app, ip, userAgent, language } = context;
  const person = await tx.maybe<{
    name: string;
    user_email: string;
  }>`select name, user_email from users where id = ${userId}`;
  if (!person) return;
  await addAccountMail(app, tx, `person ${userId}`, {
    kind: "notice",
    about: notice.about,
    to: to ?? person.user_email,
    name: person.name,
    language,
    at: app.realClock.now().toISOString(),
    device: deviceOf(userAgent, language),
    ip,
    ...("newEmail" in notice ? { newEmail: masked(notice.newEmail) } : {}),
  });
}

/** Enough of an address to recognise one's own. */
function masked(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}***${address.slice(at)}`;
}
