import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { ForgetPage } from "../../../../sections/auth/ForgetPage.tsx";

export const Route = createFileRoute("/{-$locale}/_bare/login/forget")({
  loader: () => loadWords("signup", "auth"),
  component: ForgetPage,
});
