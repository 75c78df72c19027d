import { createFileRoute } from "@tanstack/react-router";
import { AccountFrame } from "../../../../../sections/accounts/AccountFrame.tsx";
import { accountQuery } from "../../../../../sections/accounts/accounts.api.ts";
import { framed, recordLoader } from "../../../../-pages.tsx";

/** One account and its tabs; the guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/accounts/$id")({
  loader: recordLoader(accountQuery),
  component: framed(AccountFrame),
});
