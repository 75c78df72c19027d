import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { assignments } from "../../database/statements.ts";
import type { AccountContext } from "./account-access.ts";

/** What gives the row a new version, of whichever page. */
export const SETTINGS_ACTS = ["update_sender", "update_members"];

/** Writes some columns of an account's settings, and gives them their next version. */
export async function saveSettingsRow(tx: Tx, { app, signedIn }: AccountContext, accountId: number, edit: object) {
  const by = { updated_by: signedIn.userId, updated_at: app.clock.now() };
  const saved = { ...edit, ...by };
  const made = { account_id: accountId, ...saved, created_by: by.updated_by, created_at: by.updated_at };
  await tx.run`insert into account_settings (${sql.join(Object.keys(made).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(made))})
    on conflict (account_id) do update set ${assignments(saved)}, version = account_settings.version + 1`;
}
