import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { checkInvitation } from "../../../../sections/auth/auth.api.ts";
import { SignUpPage } from "../../../../sections/auth/SignUpPage.tsx";
import { wordsInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_bare/login/signup")({
  validateSearch: v.object({ token: wordsInSearch }),
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: async ({ deps }) => {
    const [proven] = await Promise.all([checkInvitation(deps.token), loadWords("signup", "credentials")]);
    return proven;
  },
  component: SignUp,
});

function SignUp() {
  return <SignUpPage proven={Route.useLoaderData()} />;
}
