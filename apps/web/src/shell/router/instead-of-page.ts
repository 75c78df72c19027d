import { notFound } from "@tanstack/react-router";

/** What the frame shows in place of a page. Decided before anything of the page is loaded; it is no error. */
export type InsteadOfPage = "client_choice" | "forbidden";

/** Thrown like a redirect: the router shows it within the frame, with header and menu, and nobody logs an error. */
export function insteadOfPage(data: InsteadOfPage) {
  return notFound({ routeId: "/{-$locale}/_app", data });
}
