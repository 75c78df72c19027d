import { readConfig } from "../apps/server/src/config.ts";
import { openLog } from "../apps/server/src/log.ts";
import { openMailer } from "../apps/server/src/mail/mailer.ts";
import { type OpenApp, openApp } from "../apps/server/src/main/open-app.ts";
import { pushHandlers } from "../apps/server/src/main/push-engine.ts";
import { fillMail } from "../apps/server/src/sections/messaging/content/fill-mail.ts";
import { answer } from "./child.ts";
import { NOW } from "./customers-data.ts";
import { compiledMail, factValuesOf, urlsOf } from "./mail-document.ts";

// One worker that sends a campaign's mails as the product does, or as its pool of connections (nodemailer) does it and remembers nothing.
let open: OpenApp | undefined;
let smtp = "";
const CONNECTIONS = 20;

answer(
  {
    async open({ url, smtpUrl }: { url: string; smtpUrl: string }) {
      smtp = smtpUrl;
      const config = readConfig({
        DATABASE_URL: url,
        SECRET_KEY: "only for measuring",
        SMTP_URL: smtpUrl,
        PORT: "0",
        ROLES: "worker",
      });
      open = await openApp(config, openLog("warn"), { mail: true });
    },
    /** A send whose recipients are fixed. */
    async send({ pushId }: { pushId: number }) {
      if (!open) throw new Error("not open yet");
      // In the afternoon of the bench's day: nothing rests.
      const app = { ...open.app, clock: { now: () => NOW } };
      const deliver = pushHandlers(app)["deliver-push"];
      const begun = performance.now();
      for (;;) {
        await deliver({ account_id: 1, push_action_id: pushId }, { signal: new AbortController().signal, attempt: 0 });
        const { rows } = await open.app.database.inScope({ accountIds: [1] }, async (tx) => ({
          rows: await tx.all<{ done: boolean }>`select push_status in ('done', 'failure') as done
            from push_actions where account_id = 1 and id = ${pushId}`,
        }));
        if (rows[0]?.done) break;
      }
      return { seconds: (performance.now() - begun) / 1_000 };
    },
    async byLibrary({ mails }: { mails: number }) {
      const mailer = openMailer(smtp, CONNECTIONS);
      const compiled = await compiledMail();
      const begun = performance.now();
      let next = 0;
      const one = async () => {
        while (next < mails) {
          next += 1;
          const { mail } = fillMail(compiled, { values: factValuesOf(next), shown: [] }, urlsOf(next));
          if (mail) await mailer.send({ ...mail, from: "宿 <info@inn.example>", to: `g${next}@example.jp` });
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, one));
      const seconds = (performance.now() - begun) / 1_000;
      mailer.close();
      return { seconds };
    },
  },
  async () => open?.close(),
);
