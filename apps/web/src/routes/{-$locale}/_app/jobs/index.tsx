import { createFileRoute } from "@tanstack/react-router";
import { JobsPage, jobsQuery } from "../../../../sections/jobs/JobsPage.tsx";

/** The guard has made sure that an administrator of the provider asks. */
export const Route = createFileRoute("/{-$locale}/_app/jobs/")({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(jobsQuery());
  },
  component: JobsPage,
});
