import { QueryClient } from "@tanstack/react-query";
import { AppError } from "./app-error.ts";

/** specification §8: what a page asks for and is not there makes it page-not-found, whatever part of the page asked. */
const isNotFound = (error: Error) => error instanceof AppError && error.behaviour === "not_found";

/**
 * Retries are the link's business (api/client.ts), also when the answer is there before the page that shows it: mounting asks no
 * more after an error, the next navigation or the person's button does. A list stays fresh for a moment so that Back is instant.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      retryOnMount: false,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      throwOnError: isNotFound,
      // What the line is worth is found by asking, not by what the browser believes: a page that waits for it says nothing.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    // By itself the library would keep a write until the line is back, and save it behind the back of a person who went on.
    mutations: { retry: false, networkMode: "always" },
  },
});
