import { createFileRoute } from "@tanstack/react-router";
import { AcquireCouponHistory } from "../../../../../sections/customers/CustomerHistories.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/acquire-coupons")({ component: History });

function History() {
  return <AcquireCouponHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
