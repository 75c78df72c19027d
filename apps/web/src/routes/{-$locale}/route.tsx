import { createFileRoute, Outlet } from "@tanstack/react-router";
import { appError } from "../../api/app-error.ts";
import { PREFIXED_LOCALES } from "../../i18n/locales.ts";
import { FullPageError } from "../../shell/errors/FullPageError.tsx";

/** The optional locale in front of every path: none for Japanese. */
export const Route = createFileRoute("/{-$locale}")({
  // Loaded with every page and not as a part of its own: what shows errors must not itself be missing.
  codeSplitGroupings: [],
  beforeLoad: ({ params }) => {
    const { locale } = params;
    if (locale !== undefined && !PREFIXED_LOCALES.some((known) => known === locale)) throw appError({ status: 404 });
  },
  component: Outlet,
  errorComponent: ({ error }) => <FullPageError error={error} />,
});
