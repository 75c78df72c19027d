import { sql } from "kysely";
import { inProduct } from "./product-data.ts";

/** As if the session had been idle too long (401), or an administrator had changed the user meanwhile (409). */
export async function endSessionsOf(loginId: string, reason: "expired" | "changed"): Promise<void> {
  await inProduct((_app, tx) =>
    sql`update sessions set ended_at = now(), end_reason = ${reason} from users u
      where u.id = user_id and u.login_id = ${loginId} and ended_at is null`.execute(tx.db),
  );
}

/** As if the time of the last code had passed: a real wait before each further code would make up a fifth of the whole run. */
export async function halfAMinutePasses(): Promise<void> {
  await inProduct(async (_app, tx) => {
    await sql`update users set tfa_last_step = tfa_last_step - 1 where tfa_last_step > 0`.execute(tx.db);
    await sql`update account_tokens set tfa_verified_step = tfa_verified_step - 1 where tfa_verified_step > 0`.execute(
      tx.db,
    );
  });
}

/** The administrator's switch on a user: a new password is demanded. */
export async function demandNewPassword(loginId: string, demanded: boolean): Promise<void> {
  await inProduct((_app, tx) =>
    sql`update users set password_update_required = ${demanded} where login_id = ${loginId}`.execute(tx.db),
  );
}
