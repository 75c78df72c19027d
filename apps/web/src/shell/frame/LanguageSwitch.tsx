import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DEFAULT_LOCALE, inLocale, LOCALES, rememberLocale, splitLocale } from "../../i18n/locales.ts";

/** The same page in the other language; the choice is remembered in the locale cookie (specification §2). */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shown = splitLocale(pathname).locale ?? DEFAULT_LOCALE;
  return LOCALES.filter((locale) => locale !== shown).map((locale) => (
    <Link
      key={locale}
      to={inLocale(pathname, locale)}
      search={true as never}
      hash={true}
      state={true}
      preload={false}
      className={className}
      lang={locale}
      hrefLang={locale}
      onClick={() => rememberLocale(locale)}
    >
      {t(`language.${locale}`)}
    </Link>
  ));
}
