import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { BrandDrop } from "./BrandMark.tsx";
import styles from "./Footer.module.css";

/** specification §1: provider's logo, company overview and privacy policy in new tabs, copyright. */
export function Footer({ centred = false }: { centred?: boolean }) {
  const { t } = useTranslation();
  const { data: site } = useQuery(
    api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY, throwOnError: false }),
  );
  return (
    <footer className={styles.footer} data-centred={centred}>
      {site ? (
        <>
          {site.provider_logo_url ? (
            <img src={site.provider_logo_url} alt={site.provider_name} height={20} />
          ) : (
            <strong className={styles.name}>
              <BrandDrop size={20} />
              {site.provider_name}
            </strong>
          )}
          <OutsideLink href={site.company_url} label={t("footer.company")} />
          <OutsideLink href={site.privacy_url} label={t("footer.privacy")} />
          <span className={styles.copyright}>
            {t("footer.copyright", { year: site.year, name: site.provider_name })}
          </span>
        </>
      ) : null}
    </footer>
  );
}

function OutsideLink({ href, label }: { href: string; label: string }) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
      <svg width={12} height={12} viewBox="0 0 12 12" role="img" aria-label={t("footer.newTab")}>
        <path d="M4.5 2H2v8h8V7.5M7 1.5h3.5V5M10.2 1.8 5.5 6.5" fill="none" stroke="currentColor" strokeWidth="1.2" />
      </svg>
    </a>
  );
}
