import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { HomePage } from "../../../sections/home/HomePage.tsx";
import { homeList } from "../../../sections/home/home.search.ts";
import { listEntries, oneOfInSearch } from "../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/")({
  validateSearch: v.object({ ...listEntries(homeList), focus: oneOfInSearch(["search"]) }),
  component: Home,
});

function Home() {
  return <HomePage search={Route.useSearch()} />;
}
