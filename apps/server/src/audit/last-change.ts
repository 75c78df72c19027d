import { isProvider } from "@okaeri/domain/permissions/roles";
import type { App } from "../app.ts";
import type { SignedIn } from "../session/session-store.ts";

/** A record as the audit log knows it, and the acts that give it a new version. */
export type Changed = { entity: string; id: number; actions?: readonly string[] };

/**
 * Who changed a record last, and when. Client staff see only the names of their own company's people: another person's change has a time
 * but no name.
 */
export async function lastChange(app: App, viewer: SignedIn, { entity, id, actions }: Changed) {
  const acts = actions ?? ["update", "activate", "deactivate"];
  const found = await app.database.asSystem(
    (tx) => tx.maybe<{ at: Date; name: string | null; company_id: number | null }>`
      select audit_log.at, person.name, person.company_id
      from audit_logs audit_log
      left join users person on person.id = audit_log.actor_user_id
      where audit_log.entity = ${entity} and audit_log.entity_id = ${id} and audit_log.action = any(${acts})
      order by audit_log.at desc, audit_log.id desc limit 1`,
  );
  if (found === undefined) return undefined;
  const isVisible = isProvider(viewer.role) || found.company_id === viewer.companyId;
  return { by: isVisible ? found.name : null, at: found.at.toISOString() };
}
