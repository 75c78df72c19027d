import type { SignInId } from "@okaeri/domain/auth/sign-in-id";
import type { Role } from "@okaeri/domain/permissions/roles";
import { sql } from "kysely";
import { namePerson, type Tx } from "../../database/connection.ts";

export type SignInUser = {
  id: number;
  login_id: SignInId;
  password: string | null;
  /** Null: the authenticator was taken away, and a mailed link registers the next one. */
  tfa_secret: string | null;
  tfa_last_step: number;
  role: Role;
  status: "pending" | "active" | "inactive";
  company_id: number;
  last_login_at: Date | null;
  devices_known_from: Date | null;
};

// The secrets come from a function that knows the person named alone.
const COLUMNS = sql`id, login_id, s.password, s.tfa_secret, tfa_last_step, role, status, company_id, last_login_at, devices_known_from`;

/** From here on the transaction is about that person. An unknown id runs the same statements, so that the time tells nothing. */
export async function userByLoginId(tx: Tx, loginId: SignInId): Promise<SignInUser | undefined> {
  const found = await tx.maybe<{ id: number }>`select id from users where login_id = ${loginId}`;
  const id = found?.id ?? 0;
  await namePerson(tx, id);
  return userById(tx, id);
}

/** In a transaction that is about this person. */
export async function userById(tx: Tx, id: number): Promise<SignInUser | undefined> {
  return tx.maybe<SignInUser>`select ${COLUMNS} from users, person_secrets() s where id = ${id} and login_id is not null`;
}
