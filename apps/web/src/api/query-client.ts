import { QueryClient } from "@tanstack/react-query";

/** Retries are the link's business (api/client.ts); a list stays fresh for a moment so that Back is instant. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
