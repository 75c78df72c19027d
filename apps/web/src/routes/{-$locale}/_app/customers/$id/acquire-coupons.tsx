import { acquiredCouponList } from "@okaeri/contract/lists/coupons";
import { createFileRoute } from "@tanstack/react-router";
import { AcquiredCoupons } from "../../../../../sections/coupons/CouponHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/acquire-coupons")({
  validateSearch: listSearch(acquiredCouponList),
  component: addressed(AcquiredCoupons),
});
