import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Header.module.css";
import { useGo } from "./navigation.ts";

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** From anywhere to the customer search of the home page; ⌘K or Ctrl+K puts the cursor here. */
export function GlobalSearch() {
  const { t } = useTranslation();
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const q = input.current?.value.trim() ?? "";
    if (q !== "") void go("/", { q });
  };
  return (
    <search className={styles.search}>
      <form onSubmit={search}>
        <input
          ref={input}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          aria-label={t("header.search")}
          placeholder={t("header.searchPlaceholder")}
          aria-keyshortcuts="Meta+K Control+K"
        />
        <kbd>{apple ? t("header.searchKey") : t("header.searchKeyOther")}</kbd>
      </form>
    </search>
  );
}
