import { isProvider } from "@okaeri/domain/permissions/roles";
import type { App } from "../app.ts";
import type { SignedIn } from "../session/session-store.ts";

/** A record as the audit log knows it, and the acts that give it a new version. */
export type Changed = { entity: string; id: number; actions?: readonly string[] };

/**
 * Who changed a record last, and when. Client staff read the names of their own company's people alone: somebody else's change has a
 * time but no name.
 */
export async function lastChange(app: App, viewer: SignedIn, { entity, id, actions }: Changed) {
  const acts = actions ?? ["update", "activate", "deactivate"];
  const found = await app.database.asSystem(
    (tx) => tx.maybe<{ at: Date; name: string | null; company_id: number | null }>`
      select l.at, u.name, u.company_id from audit_logs l left join users u on u.id = l.actor_user_id
      where l.entity = ${entity} and l.entity_id = ${id} and l.action = any(${acts}) order by l.at desc, l.id desc limit 1`,
  );
  if (found === undefined) return undefined;
  const told = isProvider(viewer.role) || found.company_id === viewer.companyId;
  return { by: told ? found.name : null, at: found.at.toISOString() };
}
