import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { AppLink } from "./AppLink.tsx";
import styles from "./BareFrame.module.css";
import { BrandDrop } from "./BrandMark.tsx";

/** Sign-in and profile: one centred column, the mark above, no menu. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data: site } = useQuery(api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  return (
    <div className={styles.page}>
      <main className={styles.column}>
        <AppLink to="/" className={styles.mark} aria-label={t("home")}>
          <BrandDrop size={44} />
          <span>{t("brand")}</span>
        </AppLink>
        {children}
      </main>
      <footer className={styles.footer}>
        {site ? (
          <>
            <a href={site.company_url} target="_blank" rel="noopener noreferrer" title={t("footer.newTab")}>
              {t("footer.company")}
            </a>
            <a href={site.privacy_url} target="_blank" rel="noopener noreferrer" title={t("footer.newTab")}>
              {t("footer.privacy")}
            </a>
            <span>{t("footer.copyright", { year: site.year, name: site.provider_name })}</span>
          </>
        ) : null}
      </footer>
    </div>
  );
}
