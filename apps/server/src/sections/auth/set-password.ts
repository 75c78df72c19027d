import type { Problem } from "@okaeri/contract/problems/problems";
import { PASSWORD_MAX, PASSWORD_MIN, type PasswordProblem, passwordProblems } from "@okaeri/domain/auth/password";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import { isCommonPassword } from "../../session/common-passwords.ts";
import { checkPassword, hashPassword } from "../../session/passwords.ts";

const REMEMBERED = 5;

/** @throws CallError naming the field `password` with every reason. `words` are what a stranger would try first. */
export async function refuseBadPassword(
  tx: Tx,
  input: { userId: number; loginId: string; password: string },
): Promise<void> {
  const words = await contextWords(tx, input.userId);
  const problems = passwordProblems(input.password, [input.loginId, "okaeri", "おかえり", ...words], isCommonPassword);
  if (problems.length === 0 && (await wasUsed(tx, input.userId, input.password))) problems.push("reused");
  if (problems.length === 0) return;
  throw new CallError("INVALID_INPUT", { fields: { password: problems.map(problemOf) } });
}

function problemOf(code: PasswordProblem): Problem {
  if (code === "too_short") return { code, min: PASSWORD_MIN };
  return code === "too_long" ? { code, max: PASSWORD_MAX } : { code };
}

/** Stores a password that has been checked, keeps it for the history and clears the demand for a new one. */
export async function storePassword(tx: Tx, userId: number, password: string, now: Date): Promise<string> {
  const hash = await hashPassword(password);
  await tx.run`insert into password_histories (user_id, password, created_by, updated_by)
    values (${userId}, ${hash}, ${userId}, ${userId})`;
  await tx.run`update users
    set password = ${hash}, password_changed_at = ${now}, password_update_required = false, updated_by = ${userId}, updated_at = ${now},
      version = version + 1
    where id = ${userId}`;
  return hash;
}

async function contextWords(tx: Tx, userId: number): Promise<string[]> {
  const found = await tx.all<{ word: string }>`select person.name as word
    from users person
    where person.id = ${userId}
    union
    select split_part(person.user_email, '@', 1)
    from users person
    where person.id = ${userId}
    union
    select company.name
    from users person
    join companies company on company.id = person.company_id
    where person.id = ${userId}
    union
    select account.name
    from users person
    join accounts account on account.company_id = person.company_id
    where person.id = ${userId}`;
  return found.map((row) => row.word);
}

async function wasUsed(tx: Tx, userId: number, password: string): Promise<boolean> {
  const found = await tx.all<{
    password: string;
  }>`(select password from password_histories where user_id = ${userId} order by id desc limit ${REMEMBERED})
    union
    select password
    from person_secrets()
    where password is not null`;
  const same = await Promise.all(found.map((row) => checkPassword(row.password, password)));
  return same.includes(true);
}
