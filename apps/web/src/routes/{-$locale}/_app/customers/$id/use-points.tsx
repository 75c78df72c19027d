import { usePointList } from "@okaeri/contract/lists/points";
import { createFileRoute } from "@tanstack/react-router";
import { UseHistory } from "../../../../../sections/points/PointHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/use-points")({
  validateSearch: listSearch(usePointList),
  component: addressed(UseHistory),
});
