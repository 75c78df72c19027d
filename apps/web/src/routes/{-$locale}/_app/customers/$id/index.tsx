import { createFileRoute } from "@tanstack/react-router";
import { CustomerCampaigns } from "../../../../../sections/customers/CustomerCampaigns.tsx";
import { ReservationHistory, StayHistory } from "../../../../../sections/customers/CustomerHistories.tsx";
import { CustomerMessages } from "../../../../../sections/customers/CustomerMessages.tsx";
import { CustomerOverview } from "../../../../../sections/customers/CustomerOverview.tsx";
import { CustomerTimeline } from "../../../../../sections/customers/CustomerTimeline.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/")({
  component: Detail,
});

function Detail() {
  const id = Number(Route.useParams().id);
  const search = Route.useSearch();
  if (search.tab === "timeline") return <CustomerTimeline id={id} />;
  if (search.tab === "reservations") return <ReservationHistory id={id} search={search} />;
  if (search.tab === "stays") return <StayHistory id={id} search={search} />;
  if (search.tab === "messages") return <CustomerMessages id={id} search={search} />;
  if (search.tab === "campaigns") return <CustomerCampaigns id={id} search={search} />;
  return <CustomerOverview id={id} />;
}
