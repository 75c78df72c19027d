import { createFileRoute } from "@tanstack/react-router";
import { MergePage } from "../../../../../sections/merges/MergePage.tsx";
import { candidateQuery } from "../../../../../sections/merges/merges.api.ts";
import { addressed, recordLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/merges/$id")({
  loader: recordLoader(candidateQuery),
  component: addressed(MergePage),
});
