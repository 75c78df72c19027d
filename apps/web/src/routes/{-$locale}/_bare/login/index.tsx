import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { LoginPage } from "../../../../sections/auth/LoginPage.tsx";

export const Route = createFileRoute("/{-$locale}/_bare/login/")({
  loader: () => loadWords("auth"),
  component: LoginPage,
});
