import { createFileRoute } from "@tanstack/react-router";
import { AccountBasics } from "../../../../../sections/accounts/AccountBasics.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/")({ component: Basics });

function Basics() {
  return <AccountBasics id={Number(Route.useParams().id)} />;
}
