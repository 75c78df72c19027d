import { usersRowActions } from "@okaeri/domain/permissions/row-actions";
import type { Binder } from "../../http/binder.ts";
import { viewerOf } from "../../session/viewer.ts";
import { listUsers } from "./users.queries.ts";

export function usersRoutes(os: Binder) {
  return {
    list: os.users.list.handler(async ({ input, context }) => {
      const viewer = viewerOf(context.signedIn);
      const { signedIn, app } = context;
      const accountIds = signedIn.accounts.map((account) => account.id);
      const found = await app.database.inScope({ accountIds }, (tx) => listUsers(tx, signedIn, input));
      const items = found.rows.map((row) => ({
        ...row,
        page_actions: usersRowActions(viewer, { accounts: row.places }),
      }));
      return { items, total: found.total, page: input.page, size: input.size };
    }),
  };
}
