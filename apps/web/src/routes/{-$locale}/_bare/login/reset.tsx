import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { checkResetLink } from "../../../../sections/auth/auth.api.ts";
import { ResetPage } from "../../../../sections/auth/ResetPage.tsx";
import { wordsInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_bare/login/reset")({
  validateSearch: v.object({ token: wordsInSearch }),
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: async ({ deps }) => {
    const [proven] = await Promise.all([checkResetLink(deps.token), loadWords("signup", "credentials")]);
    return proven;
  },
  component: Reset,
});

function Reset() {
  return <ResetPage proven={Route.useLoaderData()} />;
}
