import type { App } from "../apps/server/src/app.ts";
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

/** The first programme of a client, which its administrator holds everything in (organisation.sql). */
export const programmeOf = (client: number): number => (client - 1) * 5 + 1;

/** Cookie header of a session of a client's administrator; signing in itself is not measured. */
export async function cookieOf({ app }: { app: Pick<App, "database" | "clock"> }, client = 1): Promise<string> {
  const token = await app.database.asSystem((tx) =>
    openSession(tx, app.clock, { userId: client, verified: true, ip: "127.0.0.1", userAgent: "bench" }),
  );
  return `okaeri=${token}`;
}
