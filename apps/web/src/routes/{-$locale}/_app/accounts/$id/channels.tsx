import { createFileRoute } from "@tanstack/react-router";
import { CodeListTab } from "../../../../../sections/accounts/settings/CodeListTab.tsx";
import { codeListQuery } from "../../../../../sections/accounts/settings/code-lists.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/channels")({
  loader: partLoader((id) => codeListQuery("channels", id)),
  component: addressed(CodeListTab, { list: "channels" }),
});
