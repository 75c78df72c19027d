import type { SignInId } from "@okaeri/domain/auth/sign-in-id";
import { recordAudit } from "../../audit/record-audit.ts";
import { systemClock, todayOf } from "../../clock.ts";
import { inForce } from "../../database/active-version.ts";
import { type Database, openDatabase, type Tx } from "../../database/connection.ts";
import { lookUpSession, openSession } from "../../session/session-store.ts";
import { loginCounts, reserveAttempt } from "./throttles.ts";

class Undone extends Error {}

/**
 * Does what a sign-in does in the database, as the application's role: counts the attempt, opens a session for somebody who may enter,
 * finds it by its cookie with the accounts in reach, and writes the audit line. Everything is rolled back.
 * @returns whether there is somebody who may sign in.
 * @throws Error when it fails.
 */
export async function proveSignIn(appUrl: string): Promise<boolean> {
  const database = openDatabase(appUrl, { max: 1 });
  let found = false;
  try {
    await database.asSystem(async (tx) => {
      found = await signIn(tx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  } finally {
    await database.close();
  }
  return found;
}

async function signIn(tx: Tx): Promise<boolean> {
  const person = await tx.maybe<{ id: number; login_id: SignInId; company_id: number }>`
    select person.id, person.login_id, person.company_id
    from users person
    join companies company on company.id = person.company_id
      and company.active_status = 'active'
    where person.status = 'active'
      and exists (select from account_users account_user
        join accounts account on account.id = account_user.account_id and account.company_id = person.company_id
          and account.active_status = 'active' and ${inForce(todayOf(systemClock))}
        where account_user.user_id = person.id and account_user.active_status = 'active')
    order by person.id limit 1`;
  if (!person) return false;
  const from = { ip: "127.0.0.1", userAgent: "okaeri" };
  await reserveAttempt(tx, loginCounts(from.ip, person.login_id, null), systemClock.now());
  const token = await openSession(tx, systemClock, { userId: person.id, verified: true, ...from });
  // What looks a session up asks within this transaction.
  const within: Pick<Database, "readingAsSystem" | "asSystem"> = {
    readingAsSystem: (work) => work(tx),
    asSystem: (work) => work(tx),
  };
  const { state } = await lookUpSession(within, { clock: systemClock, realClock: systemClock }, token);
  if (state !== "live") throw new Error(`${person.login_id}: ${state}`);
  const entry = { action: "login", entity: "users", entityId: person.id, companyId: person.company_id };
  await recordAudit(tx, { actorUserId: person.id, ip: from.ip, ...entry });
  return true;
}
