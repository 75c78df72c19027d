import { isProvider } from "@okaeri/domain/permissions/roles";
import type { Binder } from "../../http/binder.ts";
import { defaultAccount } from "../../session/scope.ts";

export function accountsRoutes(os: Binder) {
  return {
    picker: os.accounts.picker.handler(({ context: { signedIn } }) => {
      const candidates = signedIn.accounts.filter(
        (a) => !isProvider(signedIn.role) || a.company_id !== signedIn.companyId,
      );
      return {
        items: candidates.map(({ own: _own, held: _held, ...account }) => ({
          ...account,
          facility_count: candidates.filter((a) => a.parent_id === account.id).length,
        })),
        default_account_id: defaultAccount(signedIn)?.id ?? null,
      };
    }),
  };
}
