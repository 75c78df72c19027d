import { sql } from "kysely";
import { namePerson, type Tx } from "../apps/server/src/database/connection.ts";
import { inProduct } from "./product-data.ts";

/** As if the session had been idle too long (401), or an administrator had changed the user meanwhile (409). */
export async function endSessionsOf(loginId: string, reason: "expired" | "changed"): Promise<void> {
  await inProduct(async (_app, tx) => {
    const userId = await nameByLoginId(tx, loginId);
    await sql`update sessions set ended_at = now(), end_reason = ${reason} where user_id = ${userId} and ended_at is null`.execute(
      tx.db,
    );
  });
}

/** As if the time of the last code had passed: a real wait before each further code would make up a fifth of the whole run. */
export async function halfAMinutePasses(): Promise<void> {
  await inProduct(async (_app, tx) => {
    const people = await sql<{ id: number }>`select id from users
      where tfa_last_step > 0 or id in (select user_id from account_tokens where tfa_verified_step > 0)`.execute(tx.db);
    for (const { id } of people.rows) {
      await namePerson(tx, id);
      await sql`update users set tfa_last_step = tfa_last_step - 1 where id = ${id} and tfa_last_step > 0`.execute(
        tx.db,
      );
      await sql`update account_tokens set tfa_verified_step = tfa_verified_step - 1
        where user_id = ${id} and tfa_verified_step > 0`.execute(tx.db);
    }
  });
}

/** The administrator's switch on a user: a new password is demanded. */
export async function demandNewPassword(loginId: string, demanded: boolean): Promise<void> {
  await inProduct(async (_app, tx) => {
    const userId = await nameByLoginId(tx, loginId);
    await sql`update users set password_update_required = ${demanded} where id = ${userId}`.execute(tx.db);
  });
}

async function nameByLoginId(tx: Tx, loginId: string): Promise<number> {
  const found = await sql<{ id: number }>`select id from users where login_id = ${loginId}`.execute(tx.db);
  const userId = found.rows[0]?.id;
  if (userId === undefined) throw new Error(`nobody is called ${loginId}`);
  await namePerson(tx, userId);
  return userId;
}
