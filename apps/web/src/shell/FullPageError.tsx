import { lazy, Suspense } from "react";
import { appError, toAppError } from "../api/app-error.ts";

const ErrorScreen = lazy(() => import("./ErrorScreen.tsx").then((module) => ({ default: module.ErrorScreen })));

/** specification §2, error screen; it comes with the first error, so that the sign-in page does not carry it. */
export function FullPageError({ error }: { error: unknown }) {
  return (
    <Suspense>
      <ErrorScreen error={toAppError(error)} />
    </Suspense>
  );
}

/** No route matches. */
export function FullPageNotFound() {
  return <FullPageError error={appError({ status: 404 })} />;
}
