import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { queryClient } from "../api/query-client.ts";
import type { Area } from "./areas.ts";
import { texts as shell } from "./ja/shell.ts";
import { texts as ui } from "./ja/ui.ts";
import { DEFAULT_LOCALE, splitLocale } from "./locales.ts";

// The two that every page needs come with the program.
const files = import.meta.glob<{ texts: Record<string, unknown> }>(["./*/*.ts", "!./ja/shell.ts", "!./ja/ui.ts"]);

/** Fetches an area's words when a page first needs them, so that the sign-in page carries only its own. */
const areaFiles: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, area, done) {
    const file = files[`./${language}/${area}.ts`];
    if (file === undefined) {
      done(null, {});
      return;
    }
    file().then(
      (module) => done(null, module.texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

/** Starts i18next; words missing in another language fall back to Japanese. */
export async function startWords(language: string): Promise<void> {
  await i18next
    .use(areaFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: DEFAULT_LOCALE,
      ns: ["shell", "ui"],
      defaultNS: "shell",
      resources: { ja: { shell, ui } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  // English: `{{n, unit(one: stay; other: stays)}}`. The numbers come formatted, so that i18next's own plurals cannot serve.
  i18next.services.formatter?.add("unit", (value, _language, { one, other }) =>
    String(value) === "1" ? `${value} ${one}` : `${value} ${other}`,
  );
  showLanguage();
  i18next.on("languageChanged", showLanguage);
}

/** Screen readers choose their voice, and browsers their fonts, by the page's language. */
function showLanguage(): void {
  // Tests render parts to text, without a page.
  if (typeof document === "undefined") return;
  document.documentElement.lang = i18next.language;
  // The page's own <title> is put before this one, and browsers show the first: this is what a tab is called until then.
  const brand = document.head.querySelector("title:last-of-type");
  if (brand) brand.textContent = i18next.t("shell:brand");
}

/** Changes to the language a path is in; everything said from then on is in it. */
export async function speakLanguageOf(pathname: string): Promise<void> {
  const wanted = splitLocale(pathname).locale ?? DEFAULT_LOCALE;
  if (i18next.language === wanted) return;
  await i18next.changeLanguage(wanted);
  // Some answers carry words of the server in the other language.
  void queryClient.invalidateQueries();
}

/** For route loaders: the words of a page are there before it shows. */
export async function loadWords(...areas: Area[]): Promise<void> {
  await i18next.loadNamespaces(areas);
}
