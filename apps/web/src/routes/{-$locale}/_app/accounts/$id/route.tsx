import { createFileRoute, Outlet } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountFrame } from "../../../../../sections/accounts/AccountFrame.tsx";
import { accountQuery } from "../../../../../sections/accounts/accounts.api.ts";

/** One account and its tabs; the guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/accounts/$id")({
  loader: ({ context, params }) =>
    Promise.all([
      loadWords("accounts", "fields"),
      context.queryClient.ensureQueryData(accountQuery(Number(params.id))),
    ]).then(() => undefined),
  component: Account,
});

function Account() {
  return (
    <AccountFrame id={Number(Route.useParams().id)}>
      <Outlet />
    </AccountFrame>
  );
}
