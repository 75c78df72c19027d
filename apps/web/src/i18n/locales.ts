export const DEFAULT_LOCALE = "ja" as const;

/** Locales with a prefix in the URL; the default one has none (specification §2, shell). */
export const PREFIXED_LOCALES = ["en"] as const;

/** `/en/customers` → locale `en`, path `/customers`; without a known prefix the locale is undefined. */
export function splitLocale(pathname: string): { locale: (typeof PREFIXED_LOCALES)[number] | undefined; path: string } {
  const [, first = "", ...rest] = pathname.split("/");
  const locale = PREFIXED_LOCALES.find((known) => known === first);
  return locale === undefined ? { locale, path: pathname } : { locale, path: `/${rest.join("/")}` };
}

/** A path of the app with the locale's prefix in front. */
export function withLocale(path: string, locale: string | undefined): string {
  if (locale === undefined) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** Every locale, the default one first. */
export const LOCALES = [DEFAULT_LOCALE, ...PREFIXED_LOCALES] as const;
export type Locale = (typeof LOCALES)[number];

/** A path such as /en/customers, as it is called in another locale. */
export function inLocale(pathname: string, locale: Locale): string {
  return withLocale(splitLocale(pathname).path, locale === DEFAULT_LOCALE ? undefined : locale);
}

const COOKIE_DAYS = 365;

/** specification §2 and §9: 365 days, path /, SameSite Lax; the server reads it when somebody opens the root path. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use yet
  document.cookie = `i18n_redirected=${locale}; Max-Age=${COOKIE_DAYS * 86_400}; Path=/; SameSite=Lax${secure}`;
}
