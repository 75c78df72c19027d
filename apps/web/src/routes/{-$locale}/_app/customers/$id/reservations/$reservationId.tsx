import { createFileRoute } from "@tanstack/react-router";
import { stayQuery } from "../../../../../../sections/reservations/reservations.api.ts";
import { StayPage } from "../../../../../../sections/reservations/StayPage.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/reservations/$reservationId")({
  loader: ({ context, params: { id, reservationId } }) =>
    context.queryClient.ensureQueryData(stayQuery(Number(id), Number(reservationId))).then(() => undefined),
  component: Stay,
});

function Stay() {
  const { id, reservationId } = Route.useParams();
  return <StayPage id={Number(id)} reservationId={Number(reservationId)} />;
}
