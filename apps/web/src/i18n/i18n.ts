import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { queryClient } from "../api/query-client.ts";
import { texts as shell } from "./ja/shell.ts";
import { DEFAULT_LOCALE, type Locale, splitLocale } from "./locales.ts";

// Code splitting: words of the frame come with the program, those of pages before the sign-in one by one, all others in one bundle
// (docs/adr/0412).
const signedOut = import.meta.glob<{ texts: Record<string, unknown> }>([
  "./*/{auth,credentials,signup,ui}.ts",
  "./en/shell.ts",
]);
const signedIn = { ja: () => import("./signed-in.ja.ts"), en: () => import("./signed-in.en.ts") };

type Part = "auth" | "credentials" | "signup" | "ui" | "signedIn";

/** Every part that a page has asked for, so that a change of language brings them all. */
const needed = new Set<Part | "shell">(["shell", "ui"]);

/** Fetches what is not there yet. Fails when it cannot: a page without its words would show their keys. */
async function fetchWords(language: Locale, parts: Iterable<Part | "shell">): Promise<void> {
  // Of those that come together, one tells whether they have come.
  const absent = [...parts].filter((part) => !i18next.hasResourceBundle(language, part === "signedIn" ? "home" : part));
  await Promise.all(
    absent.map(async (part) => {
      const path = `./${language}/${part}.ts`;
      const files =
        part === "signedIn" ? (await signedIn[language]()).files : { [path]: (await signedOut[path]?.())?.texts };
      for (const [name, texts] of Object.entries(files))
        i18next.addResourceBundle(language, name.replace(/^.*\/|\.ts$/g, ""), texts);
    }),
  );
}

/** Starts i18next with the Japanese words that came with the program, then changes to the wanted language. */
export async function startWords(language: Locale): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LOCALE,
    fallbackLng: DEFAULT_LOCALE,
    ns: ["shell"],
    defaultNS: "shell",
    resources: { ja: { shell } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  showLanguage();
  i18next.on("languageChanged", showLanguage);
  await speak(language);
}

let wanted: Locale = DEFAULT_LOCALE;
let changing: Promise<void> = Promise.resolve();

/**
 * Changes run one after the other, and the last request wins: else (a race), when somebody goes back while words load, they would arrive on
 * the previous page.
 */
function speak(language: Locale): Promise<void> {
  wanted = language;
  changing = changing.catch(() => undefined).then(change);
  return changing;
}

async function change(): Promise<void> {
  while (i18next.language !== wanted) {
    const next = wanted;
    await fetchWords(next, needed);
    if (next === wanted) await i18next.changeLanguage(next);
  }
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
  const before = i18next.language;
  await speak(splitLocale(pathname).locale ?? DEFAULT_LOCALE);
  if (i18next.language === before) return;
  // Cached answers may hold the server's words in the other language: an error that is kept, or on its way, would be shown again.
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries();
}

/** For route loaders: the words of a page are there before it shows. */
export async function loadWords(...parts: Part[]): Promise<void> {
  for (const part of parts) needed.add(part);
  await fetchWords(i18next.language as Locale, parts);
}
