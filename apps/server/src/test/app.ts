import type { Role } from "@okaeri/domain/permissions/roles";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Clock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { type Database, namePerson, PRODUCT_ITSELF } from "../database/connection.ts";
import { type Jobs, openJobs } from "../jobs/jobs.ts";
import { openLog } from "../log.ts";
import type { Mailer, OutgoingMail } from "../mail/mailer.ts";
import { buildServer } from "../main/build-server.ts";
import { openCipher } from "../session/cipher.ts";
import { openSession } from "../session/session-store.ts";
import { cloneDatabase, type ZONES } from "./database.ts";

export type Caller = (options: InjectOptions & { url: string }) => Promise<LightMyRequestResponse>;
export type TestApp = {
  app: App;
  server: FastifyInstance;
  /** The same rows past all policies and grants: what no transaction of the product may do. */
  past: Database;
  /** Mails handed to the mailer, newest last. */
  mails: OutgoingMail[];
  /** Signed out. */
  /** What the product has written to its log. */
  lines: readonly string[];
  anonymous: Caller;
  /** A verified session of this user, minted without hashing or codes. */
  as(userId: number): Promise<Caller>;
  close(): Promise<void>;
};

/** Day in Asia/Tokyo and hour of every test that does not set its own clock: 2026-11-20 12:00 in Tokyo. */
export const TEST_NOW = new Date("2026-11-20T03:00:00Z");

/** The whole web part on a database of its own; mails are collected instead of sent. */
export async function testApp(
  options: { clock?: Clock; realClock?: Clock; mailer?: Mailer; zone?: (typeof ZONES)[number] } = {},
): Promise<TestApp> {
  const { database, past, appUrl, drop } = await cloneDatabase(options);
  const lines: string[] = [];
  const log = openLog("debug", { write: (line) => void lines.push(line) });
  const mails: OutgoingMail[] = [];
  const collecting: Mailer = {
    send: async (mail) => {
      mails.push(mail);
      return { outcome: "sent" };
    },
    close: () => {},
  };
  const jobs: Jobs = await openJobs(appUrl, log);
  const clock = options.clock ?? { now: () => TEST_NOW };
  const app: App = {
    config: readConfig({ DEMO: "0", PORT: "3000" }),
    database,
    jobs,
    mailer: options.mailer ?? collecting,
    personMailer: options.mailer ?? collecting,
    cipher: openCipher(["a key for tests only"]),
    clock,
    realClock: options.realClock ?? clock,
    log,
    origin: "http://localhost:3000",
  };
  // Caller and server share this process: what the test itself does would turn its calls away on a busy machine.
  const server = await buildServer(app, log, { busyAfterMs: 600_000 });
  const caller =
    (headers: Record<string, string>): Caller =>
    (request) =>
      server.inject({ ...request, headers: { ...headers, ...request.headers } });
  return {
    app,
    server,
    past,
    mails,
    lines,
    anonymous: caller({}),
    async as(userId) {
      const token = await database.asSystem((tx) =>
        openSession(tx, app.clock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
      );
      return caller({ cookie: `okaeri=${token}` });
    },
    async close() {
      await server.close();
      await jobs.close();
      await drop();
    },
  };
}

export type Facility = { companyId: number; accountId: number };

/** A client company with one account (or a facility beneath `parentId`), CRM option running unless told otherwise. */
export async function makeAccount(
  app: App,
  input: {
    name: string;
    companyId?: number;
    parentId?: number;
    programmeId?: number;
    /** The account it stands beneath, in its company and its programme. */
    above?: Facility;
    option?: "crm_option" | "crm_option_parent" | null;
    /** Registration cards run too. */
    cards?: boolean;
    provider?: boolean;
  },
): Promise<Facility> {
  const { companyId: of = input.above?.companyId, parentId = input.above?.accountId } = input;
  const programmeId = input.programmeId ?? input.above?.accountId;
  return app.database.asSystem(async (tx) => {
    const company = of
      ? { id: of }
      : (
          await sql<{
            id: number;
          }>`insert into companies (name, is_provider) values (${input.name}, ${input.provider ?? false}) returning id`.execute(
            tx.db,
          )
        ).rows[0];
    const companyId = company?.id ?? 0;
    const account = await sql<{
      id: number;
    }>`insert into accounts (code, name, company_id, parent_id, programme_account_id)
      values (${`A-${input.name}`}, ${input.name}, ${companyId}, ${parentId ?? null}, ${programmeId ?? null}) returning id`.execute(
      tx.db,
    );
    const accountId = account.rows[0]?.id ?? 0;
    const crm = input.option === undefined ? "crm_option" : input.option;
    await sql`select set_config('app.account_ids', ${String(accountId)}, true)`.execute(tx.db);
    for (const option of [crm, input.cards ? "registration_card_option" : null])
      if (option)
        await sql`insert into account_options (account_id, option_type, option_started_at) values (${accountId}, ${option},
          '2020-01-01')`.execute(tx.db);
    return { companyId, accountId };
  });
}

/** An active user of the account, holding these permissions there. No password: sessions are minted. */
export async function makeUser(
  app: App,
  facility: Facility,
  role: Role,
  permissions: readonly string[],
  { canExport = false } = {},
): Promise<number> {
  return app.database.asSystem(
    async (tx) => {
      const user = await sql<{
        id: number;
      }>`insert into users (company_id, login_id, user_email, name, role, status, password, tfa_secret)
      values (${facility.companyId}, ${`u${Math.random().toString(36).slice(2)}`}, 'staff@example.jp', '試験 花子', ${role}, 'active', 'x', 'x')
        returning id`.execute(tx.db);
      const userId = user.rows[0]?.id ?? 0;
      await namePerson(tx, userId);
      await sql`select set_config('app.account_ids', ${String(facility.accountId)}, true)`.execute(tx.db);
      await sql`insert into account_users (account_id, user_id, permissions, can_export)
        values (${facility.accountId}, ${userId}, ${permissions}::text[], ${canExport})`.execute(tx.db);
      return userId;
    },
    { actor: PRODUCT_ITSELF },
  );
}
