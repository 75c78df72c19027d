import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { JobsPage, jobsQuery } from "../../../../sections/jobs/JobsPage.tsx";

/** The guard has made sure that an administrator of the provider asks. */
export const Route = createFileRoute("/{-$locale}/_app/jobs/")({
  loader: async ({ context }) => {
    await loadWords("jobs");
    void context.queryClient.prefetchQuery(jobsQuery());
  },
  component: JobsPage,
});
