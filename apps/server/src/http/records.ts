import { type RowAction, rowAllows } from "@okaeri/domain/permissions/row-actions";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import type { Tx } from "../database/connection.ts";
import type { By } from "../database/statements.ts";
import type { CallContext } from "./binder.ts";
import { CallError, staleVersion } from "./errors.ts";
import { withDenials } from "./with-denials.ts";

export type RecordContext = Pick<CallContext, "app" | "signedIn" | "ip" | "language">;

/** Whoever calls, as a record keeps it; `clock`: of what sign-ins are made of, the real one. */
export const byOf = ({ app, signedIn }: Pick<RecordContext, "app" | "signedIn">, clock = app.clock): By => ({
  userId: signedIn.userId,
  now: clock.now(),
});

/** Writes down what the person does, in the transaction that does it. */
export function auditAct(
  tx: Tx,
  { signedIn, ip }: Pick<RecordContext, "signedIn" | "ip">,
  entry: Omit<AuditEntry, "actorUserId" | "ip">,
): Promise<void> {
  return recordAudit(tx, { actorUserId: signedIn.userId, ip, ...entry });
}

type Status = "active" | "inactive";

/** Takes a record out of use or back into it, and loses nothing. What is so already stays as it is and writes nothing. */
export async function switchTo(
  row: { active_status: Status },
  active_status: Status,
  write: (
    action: "activate" | "deactivate",
    values: { before: object; after: { active_status: Status } },
  ) => Promise<void>,
): Promise<void> {
  if (row.active_status === active_status) return;
  const before = { active_status: row.active_status };
  await write(active_status === "active" ? "activate" : "deactivate", { before, after: { active_status } });
}

type RecordRow = { id: number; version: number; active_status: Status };

/** How the records of one table differ. */
type Kind<Row, Detail> = {
  /** The page actions asked for. */
  section: "clients" | "accounts";
  /** Its table, as the audit log says it. */
  entity: "companies" | "groups";
  /** One transaction on what the person reaches. */
  within: <T>(context: RecordContext, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The row, locked for the change; undefined when it is out of reach, or there is none. */
  lock: (tx: Tx, context: RecordContext, id: number) => Promise<Row | undefined>;
  actions: (context: RecordContext, row: Row) => readonly RowAction[];
  companyOf: (row: Row) => number;
  setStatus: (tx: Tx, by: By, row: Row, active_status: Status) => Promise<void>;
  /** As the person is shown it; undefined when it is out of reach, or there is none. */
  read: (context: RecordContext, id: number) => Promise<Detail | undefined>;
};

/**
 * How a record is read, made, changed and switched: lock, the row's own rights, version, a line of the audit log with before and
 * after.
 */
export function recordsOf<Row extends RecordRow, Detail>(kind: Kind<Row, Detail>) {
  const { section, entity, within, lock, actions, companyOf, setStatus, read } = kind;
  const detail = async (context: RecordContext, id: number): Promise<Detail> => {
    const found = await read(context, id);
    if (!found) throw new CallError("NOT_FOUND");
    return found;
  };
  const change = (
    context: RecordContext,
    id: number,
    action: "edit" | "delete",
    work: (tx: Tx, row: Row) => Promise<void>,
  ): Promise<Detail> =>
    withDenials(context, { entity: `${section}/${action}`, entityId: id }, async () => {
      await within(context, async (tx) => {
        const row = await lock(tx, context, id);
        const allowed = row ? actions(context, row) : [];
        if (!row || allowed.length === 0) throw new CallError("NOT_FOUND");
        if (!rowAllows(allowed, action)) throw new CallError("FORBIDDEN");
        await work(tx, row);
      });
      return detail(context, id);
    });
  const audit = (tx: Tx, context: RecordContext, row: Row, action: string, values: { before: object; after: object }) =>
    auditAct(tx, context, { action, entity, entityId: row.id, companyId: companyOf(row), ...values });
  return {
    get: detail,
    /** `insert` writes the row, and says its id and whose it is. */
    create: async (
      context: RecordContext,
      values: object,
      insert: (tx: Tx, by: By) => Promise<{ id: number; company_id: number }>,
    ): Promise<Detail> => {
      const made = await within(context, async (tx) => {
        const { id, company_id } = await insert(tx, byOf(context));
        await auditAct(tx, context, { action: "create", entity, entityId: id, companyId: company_id, after: values });
        return id;
      });
      return detail(context, made);
    },
    /** `work` writes, and says what was and what is; undefined where nothing is another. */
    update: (
      context: RecordContext,
      { id, version }: { id: number; version: number },
      work: (tx: Tx, row: Row) => Promise<{ before: object; after: object } | undefined>,
    ) =>
      change(context, id, "edit", async (tx, row) => {
        if (row.version !== version) throw staleVersion(entity, id);
        const values = await work(tx, row);
        if (values) await audit(tx, context, row, "update", values);
      }),
    switchTo: (context: RecordContext, id: number, status: Status) =>
      change(context, id, status === "active" ? "edit" : "delete", (tx, row) =>
        switchTo(row, status, async (action, values) => {
          await setStatus(tx, byOf(context), row, status);
          await audit(tx, context, row, action, values);
        }),
      ),
  };
}
