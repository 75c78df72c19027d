import { QueryClient } from "@tanstack/react-query";
import { AppError } from "./app-error.ts";

/** specification §8: what a page asks for and is not there makes it page-not-found, whatever part of the page asked. */
const isNotFound = (error: Error) => error instanceof AppError && error.behaviour === "not_found";

/**
 * The cache of answers. Retries are the link's job (api/client.ts). An error is not fetched again on mount, only by the next navigation or
 * the person's button. A list stays fresh for a moment, so that Back is instant.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      retryOnMount: false,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      throwOnError: isNotFound,
      // Whether the network works is found out by a request, not by what the browser believes: a page that waits for it shows nothing.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    // By default the library queues a write until the network is back, and saves it without the person, who may have gone on.
    mutations: { retry: false, networkMode: "always" },
  },
});
