import { createFileRoute } from "@tanstack/react-router";
import { UseCouponHistory } from "../../../../../sections/customers/CustomerHistories.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/use-coupons")({ component: History });

function History() {
  return <UseCouponHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
