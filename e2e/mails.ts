import { setTimeout as sleep } from "node:timers/promises";
import { lane } from "./lane.ts";

export type CaughtMail = { id: string; time: string; subject: string; text: string; to: { address: string }[] };

/** The newest mail to this address with these words in its subject, as soon as the catcher has it. */
export async function mailTo(address: string, subject: RegExp, after = new Date(0)): Promise<CaughtMail> {
  for (let waited = 0; waited < 60_000; waited += 500) {
    const answer = await fetch(`${lane().mailCatcher}/api/email`);
    const all = (await answer.json()) as CaughtMail[];
    const fitting = all.filter(
      (mail) =>
        mail.to.some((to) => to.address === address) && subject.test(mail.subject) && new Date(mail.time) >= after,
    );
    const newest = fitting.sort((a, b) => b.time.localeCompare(a.time))[0];
    if (newest) return newest;
    await sleep(500);
  }
  throw new Error(`no mail to ${address} about ${subject}`);
}

/** The address in the mail that carries its token. */
export function linkIn(mail: CaughtMail): string {
  const found = /https?:\/\/\S+token=[\w-]+/.exec(mail.text)?.[0];
  if (found === undefined) throw new Error(`no link in: ${mail.text}`);
  return found;
}
