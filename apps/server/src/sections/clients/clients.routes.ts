import { clientsRowActions, mayAddAccounts, rowAllows, type Viewer } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import { pageOf, wholeOf } from "../../database/list-page.ts";
import { admitted, type Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { byOf, type RecordContext, recordsOf } from "../../http/records.ts";
import { withDenials } from "../../http/with-denials.ts";
import { viewerOf } from "../../session/viewer.ts";
import { accountsOfCompany } from "../accounts/company-accounts.read.ts";
import { stopsOf } from "../accounts/stops.read.ts";
import { historyOf } from "../audit/audit.read.ts";
import {
  type ClientRow,
  clientsMatching,
  insertClient,
  type LockedClient,
  lockClient,
  updateClient,
} from "./clients.queries.ts";
import { billingNeed } from "./export-billing.ts";

export function clientsRoutes(os: Binder) {
  return {
    list: os.clients.list.handler(async ({ input, context: { app, signedIn } }) => {
      const { page, size, ...filter } = input;
      const matching = clientsMatching(signedIn, filter, todayOf(app.clock));
      const { rows, total } = await app.database.asSystem((tx) => pageOf(tx, { page, size }, matching));
      const viewer = viewerOf(signedIn);
      const billing_file = admitted(billingNeed, signedIn) !== undefined;
      return { items: rows.map((row) => clientItem(row, viewer)), total, page, size, billing_file };
    }),

    get: os.clients.get.handler(({ input, context }) =>
      withDenials(context, { entity: "clients/read", entityId: input.id }, () => clients.get(context, input.id)),
    ),

    create: os.clients.create.handler(({ input, context }) =>
      clients.create(context, input, (tx, by) => insertClient(tx, by, input.name)),
    ),

    update: os.clients.update.handler(({ input: { name, ...input }, context }) =>
      clients.update(context, input, async (tx, row) => {
        if (row.name === name) return undefined;
        await updateClient(tx, byOf(context), input.id, { name });
        return { before: { name: row.name }, after: { name } };
      }),
    ),

    stops: os.clients.stops.handler(({ input: { id }, context }) =>
      withDenials(context, { entity: "clients/edit", entityId: id }, async () => {
        const { page_actions } = await clients.get(context, id);
        if (!rowAllows(page_actions, "edit")) throw new CallError("FORBIDDEN");
        return stopsOf(context, { companyId: id });
      }),
    ),
    deactivate: os.clients.deactivate.handler(({ input, context }) => clients.switchTo(context, input.id, "inactive")),
    activate: os.clients.activate.handler(({ input, context }) => clients.switchTo(context, input.id, "active")),

    history: os.clients.history.handler(async ({ input, context }) => {
      await clients.get(context, input.id);
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
  read,
});

/** A company as the list shows it, with what the person may do with it. */
function clientItem({ version: _version, created_at: _created, ...row }: ClientRow, viewer: Viewer) {
  return {
    ...row,
    updated_at: row.updated_at.toISOString(),
    page_actions: clientsRowActions(viewer, row),
    may_add_accounts: row.active_status === "active" && mayAddAccounts(viewer, row),
  };
}

/** With its accounts, as the person reads accounts anywhere, and whom the provider bills for each. */
function read({ app, signedIn }: RecordContext, id: number) {
  const today = todayOf(app.clock);
  return app.database.asSystem(async (tx) => {
    const row = await tx.maybe(wholeOf(clientsMatching(signedIn, { id, sort: "name" }, today)));
    const item = row && clientItem(row, viewerOf(signedIn));
    if (!item || item.page_actions.length === 0) return undefined;
    const accounts = await accountsOfCompany(tx, signedIn, row, today);
    return { ...item, version: row.version, created_at: row.created_at.toISOString(), ...accounts };
  });
}
