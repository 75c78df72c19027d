import { clientsRowActions } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import { pageOf } from "../../database/list-page.ts";
import { admitted, type Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { auditAct, byOf, type RecordContext, recordsOf } from "../../http/records.ts";
import { withDenials } from "../../http/with-denials.ts";
import { viewerOf } from "../../session/viewer.ts";
import { historyOf } from "../audit/audit.read.ts";
import {
  accountsOfClient,
  clientsAsked,
  findClient,
  insertClient,
  type LockedClient,
  lockClient,
  updateClient,
} from "./clients.queries.ts";
import { accountsShown, clientItem } from "./clients.rows.ts";
import { billingNeed } from "./export-billing.ts";

export function clientsRoutes(os: Binder) {
  return {
    list: os.clients.list.handler(async ({ input, context: { app, signedIn } }) => {
      const { page, size, ...filter } = input;
      const asked = clientsAsked(signedIn, filter, todayOf(app.clock));
      const { rows, total } = await app.database.asSystem((tx) => pageOf(tx, { page, size }, asked));
      const viewer = viewerOf(signedIn);
      const billing_file = admitted(billingNeed, signedIn) !== undefined;
      return { items: rows.map((row) => clientItem(row, viewer)), total, page, size, billing_file };
    }),

    get: os.clients.get.handler(({ input, context }) =>
      withDenials(context, { entity: "clients/read", entityId: input.id }, () => detail(context, input.id)),
    ),

    create: os.clients.create.handler(async ({ input, context }) => {
      const id = await context.app.database.asSystem(async (tx) => {
        const created = await insertClient(tx, byOf(context), input.name);
        const about = { entity: "companies", entityId: created, companyId: created };
        await auditAct(tx, context, { action: "create", ...about, after: { name: input.name } });
        return created;
      });
      return detail(context, id);
    }),

    update: os.clients.update.handler(({ input: { name, ...input }, context }) =>
      clients.update(context, input, async (tx, row) => {
        if (row.name === name) return undefined;
        await updateClient(tx, byOf(context), input.id, { name });
        return { before: { name: row.name }, after: { name } };
      }),
    ),

    deactivate: os.clients.deactivate.handler(({ input, context }) => clients.switchTo(context, input.id, "inactive")),
    activate: os.clients.activate.handler(({ input, context }) => clients.switchTo(context, input.id, "active")),

    history: os.clients.history.handler(async ({ input, context }) => {
      await detail(context, input.id);
      return historyOf(context.app, context.signedIn, { entity: "companies", id: input.id }, input);
    }),
  };
}

const clients = recordsOf({
  section: "clients",
  entity: "companies",
  within: ({ app }, work) => app.database.asSystem(work),
  lock: (tx, _context, id) => lockClient(tx, id),
  actions: ({ signedIn }, row: LockedClient) => clientsRowActions(viewerOf(signedIn), row),
  companyOf: ({ id }) => id,
  setStatus: async (tx, by, { id, is_provider }, active_status) => {
    if (is_provider) throw new CallError("WRONG_STATE", { because: { code: "provider_stays_active" } });
    await updateClient(tx, by, id, { active_status });
  },
  detail,
});

async function detail({ app, signedIn }: RecordContext, id: number) {
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
