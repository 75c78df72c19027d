import { createFileRoute, notFound, Outlet } from "@tanstack/react-router";
import i18next from "i18next";
import { DEFAULT_LOCALE, PREFIXED_LOCALES } from "../../i18n/locales.ts";

/** The optional locale in front of every path: none for Japanese. */
export const Route = createFileRoute("/{-$locale}")({
  beforeLoad: async ({ params }) => {
    const { locale } = params;
    if (locale !== undefined && !PREFIXED_LOCALES.some((known) => known === locale)) throw notFound();
    const wanted = locale ?? DEFAULT_LOCALE;
    if (i18next.language !== wanted) await i18next.changeLanguage(wanted);
  },
  component: Outlet,
});
