import { usedCouponList } from "@okaeri/contract/lists/coupons";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { UsedCoupons } from "../../../../../sections/coupons/CouponHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/use-coupons")({
  validateSearch: listSearch(usedCouponList),
  loader: () => loadWords("coupons", "fields"),
  component: History,
});

function History() {
  return <UsedCoupons id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
