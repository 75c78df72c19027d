import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "./AppLink.tsx";
import styles from "./BareFrame.module.css";
import { BrandDrop } from "./BrandMark.tsx";
import { Footer } from "./Footer.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";

/** Sign-in and profile: one centred column, the mark above, no menu. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // A new page starts at its beginning, unless it has already put the cursor into its field.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className={styles.page}>
      <main ref={main} tabIndex={-1} className={styles.column}>
        <div className={styles.top}>
          <LanguageSwitch className={styles.language} />
        </div>
        <AppLink to="/" className={styles.mark} aria-label={t("home")}>
          <BrandDrop size={44} />
          <span>{t("brand")}</span>
        </AppLink>
        {children}
      </main>
      <Footer centred />
    </div>
  );
}
