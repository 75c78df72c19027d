import type { Language } from "@okaeri/contract/errors";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

const FORM = /^[A-Za-z0-9][A-Za-z0-9._@-]{3,63}$/;

/** Why a login id cannot be taken by this user, or null. Ids differ by more than capitals, all over the installation; one's own stays free. */
export async function loginIdProblem(
  tx: Tx,
  userId: number,
  typed: string,
  language: Language,
): Promise<string | null> {
  const loginId = typed.normalize("NFKC").trim();
  if (!FORM.test(loginId)) {
    return language === "ja"
      ? "半角の英数字と . _ - @ で、4文字以上64文字以内にしてください"
      : "Use 4 to 64 letters, digits and . _ - @";
  }
  const taken = await sql`select 1 from users where lower(login_id) = lower(${loginId}) and id <> ${userId}`.execute(
    tx.db,
  );
  if (taken.rows.length === 0) return null;
  return language === "ja" ? "このユーザーIDは使われています" : "This user ID is taken";
}
