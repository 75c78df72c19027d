import { clientsRowActions, rowAllows } from "@okaeri/domain/permissions/row-actions";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { admitted, type Binder, type CallContext } from "../../http/binder.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import { viewerOf } from "../../session/viewer.ts";
import { historyOf } from "../audit/audit.read.ts";
import {
  accountsOfClient,
  findClient,
  insertClient,
  listClients,
  lockClient,
  updateClient,
} from "./clients.queries.ts";
import { accountsShown, clientItem } from "./clients.rows.ts";
import { billingNeed } from "./export-billing.ts";

type Context = Pick<CallContext, "app" | "signedIn" | "ip" | "language">;

export function clientsRoutes(os: Binder) {
  return {
    list: os.clients.list.handler(async ({ input, context: { app, signedIn } }) => {
      const found = await app.database.asSystem((tx) => listClients(tx, signedIn, input, todayOf(app.clock)));
      const viewer = viewerOf(signedIn);
      const items = found.rows.map((row) => clientItem(row, viewer));
      const billing_file = admitted(billingNeed, signedIn) !== undefined;
      return { items, total: found.total, page: input.page, size: input.size, billing_file };
    }),

    get: os.clients.get.handler(({ input, context }) =>
      withDenials(context, { entity: "clients/read", entityId: input.id }, () => detail(context, input.id)),
    ),

    create: os.clients.create.handler(async ({ input, context }) => {
      const id = await context.app.database.asSystem(async (tx) => {
        const created = await insertClient(tx, by(context), input.name);
        await audit(tx, context, "create", created, undefined, { name: input.name });
        return created;
      });
      return detail(context, id);
    }),

    update: os.clients.update.handler(({ input, context }) =>
      change(context, input.id, "edit", async (tx, row) => {
        if (row.version !== input.version) throw staleVersion("companies", input.id);
        if (row.name === input.name) return;
        await updateClient(tx, by(context), { ...row, id: input.id, name: input.name });
        await audit(tx, context, "update", input.id, { name: row.name }, { name: input.name });
      }),
    ),

    deactivate: os.clients.deactivate.handler(({ input, context }) =>
      change(context, input.id, "delete", (tx, row) => setStatus(tx, context, input.id, row, "inactive")),
    ),

    activate: os.clients.activate.handler(({ input, context }) =>
      change(context, input.id, "edit", (tx, row) => setStatus(tx, context, input.id, row, "active")),
    ),

    history: os.clients.history.handler(async ({ input, context }) => {
      await detail(context, input.id);
      return historyOf(context.app, context.signedIn, { entity: "companies", id: input.id }, input);
    }),
  };
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockClient>>>;

const by = (context: Context) => ({ userId: context.signedIn.userId, now: context.app.clock.now() });

/** One transaction on a company that the person sees and may change so; answers the row as it became. */
function change(context: Context, id: number, action: "edit" | "delete", work: (tx: Tx, row: Locked) => Promise<void>) {
  return withDenials(context, { entity: `clients/${action}`, entityId: id }, async () => {
    await context.app.database.asSystem(async (tx) => {
      const row = await lockClient(tx, id);
      const actions = clientsRowActions(viewerOf(context.signedIn), { id });
      if (!row || actions.length === 0) throw new CallError("NOT_FOUND");
      if (!rowAllows(actions, action)) throw new CallError("FORBIDDEN");
      await work(tx, row);
    });
    return detail(context, id);
  });
}

async function setStatus(tx: Tx, context: Context, id: number, row: Locked, active_status: "active" | "inactive") {
  if (row.active_status === active_status) return;
  if (row.is_provider) throw new CallError("WRONG_STATE", { because: { code: "provider_stays_active" } });
  await updateClient(tx, by(context), { ...row, id, active_status });
  const action = active_status === "active" ? "activate" : "deactivate";
  await audit(tx, context, action, id, { active_status: row.active_status }, { active_status });
}

async function detail(context: Context, id: number) {
  const { app, signedIn } = context;
  const today = todayOf(app.clock);
  return app.database.asSystem(async (tx) => {
    const row = await findClient(tx, signedIn, id, today);
    if (!row) throw new CallError("NOT_FOUND");
    const viewer = viewerOf(signedIn);
    const item = clientItem(row, viewer);
    if (item.page_actions.length === 0) throw new CallError("NOT_FOUND");
    const accounts = await accountsOfClient(tx, signedIn, id, today);
    return {
      ...item,
      version: row.version,
      created_at: row.created_at.toISOString(),
      ...accountsShown(row, accounts, viewer, today),
    };
  });
}

function audit(tx: Tx, context: Context, action: string, id: number, before: unknown, after: unknown) {
  const { signedIn, ip } = context;
  const entry = { actorUserId: signedIn.userId, ip, action, entity: "companies", entityId: id, companyId: id };
  return recordAudit(tx, { ...entry, before, after });
}
