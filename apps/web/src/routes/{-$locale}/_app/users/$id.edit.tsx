import { createFileRoute } from "@tanstack/react-router";
import { appError } from "../../../../api/app-error.ts";
import { UserEditPage } from "../../../../sections/users/UserEditPage.tsx";
import { userQuery } from "../../../../sections/users/users.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/users/$id/edit")({
  // An edit starts from the newest state, whatever was looked at before.
  loader: async ({ context, params }) => {
    const user = await context.queryClient.fetchQuery({ ...userQuery(Number(params.id)), staleTime: 0 });
    // specification §6, users list: some rows may only be read.
    if (!user.page_actions.includes("edit")) throw appError({ status: 403 });
    return user;
  },
  component: UserEdit,
});

function UserEdit() {
  const user = Route.useLoaderData();
  return <UserEditPage key={user.id} loaded={user} />;
}
