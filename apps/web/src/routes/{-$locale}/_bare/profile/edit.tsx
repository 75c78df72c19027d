import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { ProfileEditPage } from "../../../../sections/profile/ProfileEditPage.tsx";
import { profileQuery } from "../../../../sections/profile/profile.api.ts";
import { wordsInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_bare/profile/edit")({
  validateSearch: v.object({ token: wordsInSearch }),
  loader: ({ context }) =>
    Promise.all([loadWords("signedIn", "credentials"), context.queryClient.ensureQueryData(profileQuery())]).then(
      () => undefined,
    ),
  component: ProfileEdit,
});

function ProfileEdit() {
  return <ProfileEditPage token={Route.useSearch().token} />;
}
