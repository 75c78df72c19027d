import { grantPointList } from "@okaeri/contract/lists/points";
import { createFileRoute } from "@tanstack/react-router";
import { GrantHistory } from "../../../../../sections/points/PointHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/grant-points")({
  validateSearch: listSearch(grantPointList),
  component: addressed(GrantHistory),
});
