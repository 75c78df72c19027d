import { redirect } from "@tanstack/react-router";

type Address = {
  params: { id: string };
  search: { account_id?: number | undefined };
  location: { pathname: string; search: object };
};

/** What belongs to the account of the address is worked on in that account: its calls, pictures and guests are that programme's. */
export function workingIn({ params, search, location }: Address): void {
  const account = Number(params.id);
  if (search.account_id === account) return;
  throw redirect({
    to: location.pathname,
    search: { ...location.search, account_id: account } as never,
    replace: true,
  });
}
