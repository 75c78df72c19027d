import { createFileRoute, Outlet } from "@tanstack/react-router";
import i18next from "i18next";
import { appError } from "../../api/app-error.ts";
import { DEFAULT_LOCALE, PREFIXED_LOCALES } from "../../i18n/locales.ts";
import { FullPageError } from "../../shell/FullPageError.tsx";

/** The optional locale in front of every path: none for Japanese. */
export const Route = createFileRoute("/{-$locale}")({
  beforeLoad: async ({ context, params, preload }) => {
    const { locale } = params;
    if (locale !== undefined && !PREFIXED_LOCALES.some((known) => known === locale)) throw appError({ status: 404 });
    const wanted = locale ?? DEFAULT_LOCALE;
    if (preload || i18next.language === wanted) return;
    await i18next.changeLanguage(wanted);
    // Some answers carry words of the server in the other language.
    void context.queryClient.invalidateQueries();
  },
  component: Outlet,
  errorComponent: ({ error }) => <FullPageError error={error} />,
});
