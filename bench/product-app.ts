import { readConfig } from "../apps/server/src/config.ts";
import { openLog } from "../apps/server/src/log.ts";
import { type OpenApp, openApp } from "../apps/server/src/main/open-app.ts";
import { openSession } from "../apps/server/src/session/session-store.ts";
import { NOW } from "./customers-data.ts";

/** The product opened as `npm start` opens it, on a bench database and on the bench's day. */
export async function openProduct(appUrl: string): Promise<OpenApp> {
  const config = readConfig({ DATABASE_URL: appUrl, SECRET_KEY: "only for measuring", PORT: "0", ROLES: "web" });
  const open = await openApp(config, openLog("warn"), { mail: false });
  return { ...open, app: { ...open.app, clock: { now: () => NOW } } };
}

/** Cookie header of a session of client 1's administrator; signing in itself is not measured. */
export async function cookieOf({ app }: OpenApp): Promise<string> {
  const token = await app.database.asSystem((tx) =>
    openSession(tx, app.clock, { userId: 1, verified: true, ip: "127.0.0.1", userAgent: "bench" }),
  );
  return `okaeri=${token}`;
}
