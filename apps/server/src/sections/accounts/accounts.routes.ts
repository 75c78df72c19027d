import { isProvider } from "@okaeri/domain/permissions/roles";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import { pageOf } from "../../database/list-page.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import { defaultAccount, scopeFor } from "../../session/scope.ts";
import { viewerOf } from "../../session/viewer.ts";
import { historyOf } from "../audit/audit.read.ts";
import { type AccountContext, readAccountPart, viewAccount } from "./account-access.ts";
import { accountsMatching, anyListedCrmActive, around, optionsOfAccount, paymentOf } from "./accounts.queries.ts";
import { optionItem, toAccountItem } from "./accounts.rows.ts";
import { createAccount } from "./create-account.ts";
import { endsFor } from "./ends.read.ts";
import { setAccountStatus, updateAccount, updatePayment } from "./save-account.ts";
import { updateOptions } from "./save-options.ts";
import { stopsOf } from "./stops.read.ts";

export function accountsRoutes(os: Binder) {
  return {
    picker: os.accounts.picker.handler(({ context: { signedIn } }) => {
      const candidates = signedIn.accounts.filter(
        (a) => !isProvider(signedIn.role) || a.company_id !== signedIn.companyId,
      );
      return {
        items: candidates.map(
          ({
            own: _own,
            held: _held,
            can_export: _export,
            plan_options: _options,
            ended_options: _ended,
            ...account
          }) => ({
            ...account,
            facility_count: candidates.filter((a) => a.parent_id === account.id).length,
            facility_only: (scopeFor(signedIn, account.id)?.facilityIds ?? null) !== null,
          }),
        ),
        // Provider staff choose a client themselves.
        default_account_id: isProvider(signedIn.role) ? null : (defaultAccount(signedIn)?.id ?? null),
      };
    }),

    endings: os.accounts.endings.handler(async ({ context: { app, signedIn } }) => ({
      items: await app.database.asSystem((tx) => endsFor(tx, signedIn, todayOf(app.clock))),
    })),

    list: os.accounts.list.handler(async ({ input, context: { app, signedIn } }) => {
      const { page, size, ...filter } = input;
      const today = todayOf(app.clock);
      const viewer = viewerOf(signedIn);
      const { rows, total, anyActive } = await app.database.asSystem(async (tx) => ({
        ...(await pageOf(tx, { page, size }, accountsMatching(signedIn, filter, today))),
        anyActive: await anyListedCrmActive(tx, signedIn, today),
      }));
      const items = rows.map((row) => toAccountItem(row, viewer, { today, anyListedCrmActive: anyActive }));
      return { items, total, page, size };
    }),

    get: os.accounts.get.handler(({ input, context }) => detail(context, input.id)),

    create: os.accounts.create.handler(({ input, context }) =>
      withDenials(context, { entity: "accounts/create" }, async () =>
        detail(context, await createAccount(context, input)),
      ),
    ),
    update: os.accounts.update.handler(async ({ input, context }) => {
      await updateAccount(context, input);
      return detail(context, input.id);
    }),
    updatePayment: os.accounts.updatePayment.handler(async ({ input, context }) => {
      await updatePayment(context, input);
      return detail(context, input.id);
    }),
    updateOptions: os.accounts.updateOptions.handler(async ({ input, context }) => {
      await updateOptions(context, input);
      return detail(context, input.id);
    }),
    stops: os.accounts.stops.handler(({ input: { id, option_types }, context }) =>
      withDenials(context, { entity: "accounts/edit", entityId: id }, async () => {
        const { actions } = await viewAccount(context, id);
        if (!rowAllows(actions, "edit")) throw new CallError("FORBIDDEN");
        return stopsOf(context, { accountId: id }, option_types);
      }),
    ),
    deactivate: os.accounts.deactivate.handler(async ({ input, context }) => {
      await setAccountStatus(context, input.id, "inactive");
      return detail(context, input.id);
    }),
    activate: os.accounts.activate.handler(async ({ input, context }) => {
      await setAccountStatus(context, input.id, "active");
      return detail(context, input.id);
    }),

    history: os.accounts.history.handler(async ({ input, context }) => {
      await viewAccount(context, input.id);
      return historyOf(context.app, context.signedIn, { entity: "accounts", id: input.id }, input);
    }),
  };
}

function detail(context: AccountContext, id: number) {
  return readAccountPart(context, id, "basics", async (tx, { row, actions, parts, readable, today }) => {
    const { signedIn } = context;
    const options = readable.includes("options") ? await optionsOfAccount(tx, id) : [];
    const { user_count, ...near } = await around(tx, signedIn, id);
    const seesBilling = readable.includes("payment") && row.payment_id !== null;
    return {
      ...toAccountItem(row, viewerOf(signedIn), { today, anyListedCrmActive: false }),
      page_actions: actions,
      version: row.version,
      created_at: row.created_at.toISOString(),
      programme_account_name: row.programme_account_name,
      ...near,
      user_count: readable.includes("users") ? user_count : null,
      account_options: options.map((option) => optionItem(option, today)),
      payment: seesBilling && row.payment_id !== null ? ((await paymentOf(tx, row.payment_id)) ?? null) : null,
      readable_parts: readable,
      editable_parts: parts,
    };
  });
}
