// Runs beside the server in its own process: reading and showing thousands of mails must not slow the calls down.
import { NOT_INSTALLED } from "../mail/catcher.ts";

const { MailDev } = await import("maildev").catch((error: NodeJS.ErrnoException) => {
  if (error.code === "ERR_MODULE_NOT_FOUND") process.exit(NOT_INSTALLED);
  throw error;
});
process.umask(0o077);
const [smtpPort = "0", webPort = "0", mailDirectory = ""] = process.argv.slice(2);
const catcher = new MailDev({
  smtp: Number(smtpPort),
  ip: "127.0.0.1",
  web: Number(webPort),
  webIp: "127.0.0.1",
  mailDirectory,
  maxEmails: 5_000,
  silent: true,
});
const stop = () => catcher.stop().finally(() => process.exit(0));
process.on("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", () => {});
await catcher.start();
process.send?.("ready");
