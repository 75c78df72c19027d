import type { Language } from "@okaeri/contract/errors";
import { isSignInId, type SignInId } from "@okaeri/domain/auth/sign-in-id";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";

const TEXTS = {
  form: {
    ja: "半角の英数字と . _ - @ で、4文字以上64文字以内にしてください",
    en: "Use 4 to 64 letters, digits and . _ - @",
  },
  taken: { ja: "このユーザーIDは使われています", en: "This user ID is taken" },
  kept: { ja: "ユーザーIDは変えられません", en: "The user ID cannot be changed" },
} as const;

/** Why a login id cannot be taken by this user, or null. Ids are one another's rivals all over the installation; one's own stays. */
export async function loginIdProblem(
  tx: Tx,
  userId: number,
  loginId: SignInId,
  language: Language,
): Promise<string | null> {
  const own = await tx.one<{ login_id: string | null }>`select login_id from users where id = ${userId}`;
  const kept = own.login_id;
  if (kept !== null) return kept === loginId ? null : TEXTS.kept[language];
  if (!isSignInId(loginId)) return TEXTS.form[language];
  const taken = await tx.all`select 1 from users where login_id = ${loginId}`;
  return taken.length === 0 ? null : TEXTS.taken[language];
}

/** Of two registrations of one id at once the index refuses the second: its person is told like any later one. */
export function loginIdTaken(error: unknown, language: Language): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  const lost = code === "23505" && constraint === "users_login_id";
  return lost ? new CallError("INVALID_INPUT", { fields: { login_id: TEXTS.taken[language] } }) : error;
}
