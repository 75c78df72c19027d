import { QueryClient } from "@tanstack/react-query";

/**
 * Retries are the link's business (api/client.ts), also when the answer is there before the page that shows it: mounting asks no
 * more after an error, the next navigation or the person's button does. A list stays fresh for a moment so that Back is instant.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, retryOnMount: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
