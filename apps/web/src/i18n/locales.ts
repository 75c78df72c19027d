export const DEFAULT_LOCALE = "ja";

/** Locales with a prefix in the URL; the default one has none (specification §2, shell). */
export const PREFIXED_LOCALES = ["en"] as const;

/** `/en/customers` → locale `en`, path `/customers`; without a known prefix the locale is undefined. */
export function splitLocale(pathname: string): { locale: string | undefined; path: string } {
  const [, first = "", ...rest] = pathname.split("/");
  const locale = PREFIXED_LOCALES.find((known) => known === first);
  return locale === undefined ? { locale, path: pathname } : { locale, path: `/${rest.join("/")}` };
}

/** A path of the app with the locale's prefix in front. */
export function withLocale(path: string, locale: string | undefined): string {
  if (locale === undefined) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}
