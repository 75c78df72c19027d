import type { Clocks } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/connection.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Cipher } from "./session/cipher.ts";

/** What the parts of one running process share; built once in `main`. */
export type App = Clocks & {
  config: Config;
  database: Database;
  jobs: Jobs;
  mailer: Mailer;
  /** Mails of the accounts themselves have connections of their own, so that thousands of campaign mails do not delay them. */
  personMailer: Mailer;
  cipher: Cipher;
  log: Logger;
  /** Origin of links that leave the product, without a slash at the end. */
  origin: string;
};
