// What the addresses of sections share: the answers that a page begins with, and what the address says to it. The router's
// plug-in splits `loader: recordLoader(…)` and `component: addressed(…)` from the first load as it does functions.

import type { QueryClient, QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { Outlet, useParams, useSearch } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { editable } from "./-editable.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a query answers; the page that asks it knows
type Query = UseQueryOptions<any, any, any, QueryKey>;
type Context = { context: { queryClient: QueryClient } };
type OfRecord = Context & { params: { id: string } };

/** A list shows its own skeleton, so that its page does not wait for the rows. */
export function listLoader<Search>(query: (search: Search) => Query) {
  return ({ context, deps }: Context & { deps: Search }): void => {
    void context.queryClient.prefetchQuery(query(deps));
  };
}

/** A record's page waits for the record; the guard has made sure that the id is all digits (specification §5). */
export function recordLoader(query: (id: number) => Query) {
  return async ({ context, params }: OfRecord): Promise<void> => {
    await context.queryClient.ensureQueryData(query(Number(params.id)));
  };
}

/** A part of a record that shows its own skeleton. */
export function partLoader(query: (id: number) => Query) {
  return ({ context, params }: OfRecord): void => {
    void context.queryClient.prefetchQuery(query(Number(params.id)));
  };
}

/** The edit mode of a record: its guard asks again once the record's own actions are known (specification §2). */
export function editLoader(query: (id: number) => Query) {
  return ({ context, params, location }: OfRecord & { location: { pathname: string; searchStr: string } }) =>
    editable(location, context.queryClient.fetchQuery(query(Number(params.id))));
}

/** One page for each record: what was opened or typed on one does not stay for the next. `more`: what the address does not say. */
export function addressed<Search, const More extends object>(
  Page: ComponentType<{ id: number; search: Search } & More>,
  more?: More,
) {
  return function Addressed() {
    const { id, search } = useAddress<Search>();
    return <Page key={id} id={id} search={search} {...(more as More)} />;
  };
}

/** The frame around all pages of a record. */
export function framed(Frame: ComponentType<{ id: number; children: ReactNode }>) {
  return function Framed() {
    const { id } = useAddress();
    return (
      <Frame key={id} id={id}>
        <Outlet />
      </Frame>
    );
  };
}

/** A list, as its address narrows and orders it. */
export function listPage<Search>(Page: ComponentType<{ search: Search }>) {
  return function Listed() {
    return <Page search={useAddress<Search>().search} />;
  };
}

/** The route's own `validateSearch` has read the search. */
function useAddress<Search>() {
  const search: unknown = useSearch({ strict: false });
  return { id: Number(useParams({ strict: false }).id), search: search as Search };
}
