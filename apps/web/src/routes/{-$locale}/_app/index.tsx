import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../i18n/i18n.ts";
import { HomePage } from "../../../sections/home/HomePage.tsx";
import { HOME_SORTS } from "../../../sections/home/home.api.ts";
import { listInSearch, oneOfInSearch } from "../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/")({
  validateSearch: v.object({ ...listInSearch(HOME_SORTS), focus: oneOfInSearch(["search"]) }),
  loader: () => loadWords("home"),
  component: Home,
});

function Home() {
  return <HomePage search={Route.useSearch()} />;
}
