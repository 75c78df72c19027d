import type { Role } from "@okaeri/domain/permissions/roles";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

export type SignInUser = {
  id: number;
  login_id: string;
  password: string | null;
  tfa_secret: string | null;
  tfa_last_step: number;
  role: Role;
  status: "pending" | "active" | "inactive";
  company_id: number;
};

export async function userByLoginId(tx: Tx, loginId: string): Promise<SignInUser | undefined> {
  const found = await sql<SignInUser>`select id, login_id, password, tfa_secret, tfa_last_step, role, status, company_id
    from users where lower(login_id) = lower(${loginId})`.execute(tx.db);
  return found.rows[0];
}

export async function userById(tx: Tx, id: number): Promise<SignInUser | undefined> {
  const found = await sql<SignInUser>`select id, login_id, password, tfa_secret, tfa_last_step, role, status, company_id
    from users where id = ${id}`.execute(tx.db);
  return found.rows[0];
}
