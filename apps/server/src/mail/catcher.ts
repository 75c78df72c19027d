import { fork } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

export type MailCatcher = { smtpUrl: string; webUrl: string; stop(): void };

/** How the catcher's process ends where its library is not there: it is of the demo, and an installation for real use leaves it out. */
export const NOT_INSTALLED = 3;
const ABSENT =
  "SMTP_URL: デモ用のメールの受け皿 (maildev) が入っていません。SMTP_URL にメールサーバーを設定するか、デモなら npm install を --omit=dev なしで実行してください";

const ADDRESS = "mail.address";

/** Starts the local mail catcher on free ports; `webPort` is used when nobody has it. @throws Error in one line where it is not installed. */
export async function startMailCatcher(dataDir: string, webPort: number): Promise<MailCatcher> {
  const mailDirectory = join(dataDir, "mail");
  // What guests would have got is for nobody else on this machine.
  mkdirSync(mailDirectory, { recursive: true, mode: 0o700 });
  chmodSync(mailDirectory, 0o700);
  const smtp = await freePort(0);
  const web = await freePort(webPort);
  const program = join(import.meta.dirname, "../main/mail-catcher.ts");
  const child = fork(program, [String(smtp), String(web), mailDirectory], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) =>
      reject(new Error(code === NOT_INSTALLED ? ABSENT : `The mail catcher ended at once (code ${code}).`)),
    );
  });
  const smtpUrl = `smtp://127.0.0.1:${smtp}`;
  writeFileSync(join(dataDir, ADDRESS), smtpUrl, { mode: 0o600 });
  return {
    smtpUrl,
    webUrl: `http://127.0.0.1:${web}`,
    stop: () => void child.kill("SIGTERM"),
  };
}

/** Where the catcher takes mails that another process runs on the folder; null: none did. */
export function catcherOf(dataDir: string): string | null {
  const file = join(dataDir, ADDRESS);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** The requested port when it is free, else any. */
async function freePort(request: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(null));
      probe.listen(port, "127.0.0.1", () => {
        const address = probe.address();
        const found = typeof address === "object" && address ? address.port : null;
        probe.close(() => resolve(found));
      });
    });
  const found = (await tryPort(request)) ?? (await tryPort(0));
  if (found === null) throw new Error("No free port was found for the mail catcher.");
  return found;
}
