import { usedCouponList } from "@okaeri/contract/lists/coupons";
import { createFileRoute } from "@tanstack/react-router";
import { UsedCoupons } from "../../../../../sections/coupons/CouponHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/use-coupons")({
  validateSearch: listSearch(usedCouponList),
  component: addressed(UsedCoupons),
});
