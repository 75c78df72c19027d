import type { Problem } from "@okaeri/contract/problems/problems";
import { isSignInId, type SignInId } from "@okaeri/domain/auth/sign-in-id";
import type { Tx } from "../../database/connection.ts";
import { fieldError } from "../../http/errors.ts";

/** Why a login id cannot be taken by this user, or null. Login ids are unique across all clients; the person's own counts as free. */
export async function loginIdProblem(tx: Tx, userId: number, loginId: SignInId): Promise<Problem | null> {
  const own = await tx.one<{ login_id: string | null }>`select login_id from users where id = ${userId}`;
  const currentId = own.login_id;
  if (currentId !== null) return currentId === loginId ? null : { code: "sign_in_id_fixed" };
  if (!isSignInId(loginId)) return { code: "sign_in_id_form" };
  const taken = await tx.all`select 1 from users where login_id = ${loginId}`;
  return taken.length === 0 ? null : { code: "taken" };
}

/** The race of two registrations of one id: the unique index refuses the second, and its person gets the same answer as any later one. */
export function loginIdTaken(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  const lost = code === "23505" && constraint === "users_login_id";
  return lost ? fieldError("login_id", { code: "taken" }) : error;
}
