import { notFound } from "@tanstack/react-router";

/** What the frame shows in a page's place. Decided before anything of the page is loaded, and nothing that went wrong. */
export type InsteadOfPage = "client_choice" | "forbidden";

/** Thrown like a redirect: the router shows it within the frame, with header and menu, and nobody logs an error. */
export function insteadOfPage(data: InsteadOfPage) {
  return notFound({ routeId: "/{-$locale}/_app", data });
}
