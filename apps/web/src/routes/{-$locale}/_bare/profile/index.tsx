import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { ProfilePage } from "../../../../sections/profile/ProfilePage.tsx";
import { profileQuery } from "../../../../sections/profile/profile.api.ts";

export const Route = createFileRoute("/{-$locale}/_bare/profile/")({
  loader: ({ context }) =>
    Promise.all([loadWords("signedIn"), context.queryClient.ensureQueryData(profileQuery())]).then(() => undefined),
  component: ProfilePage,
});
