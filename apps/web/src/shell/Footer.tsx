import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import styles from "./Footer.module.css";

/** specification §1: provider's logo, company overview and privacy policy in new tabs, copyright. */
export function Footer() {
  const { t } = useTranslation();
  const { data: site } = useQuery(api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  return (
    <footer className={styles.footer}>
      {site ? (
        <>
          {site.provider_logo_url ? (
            <img src={site.provider_logo_url} alt={site.provider_name} height={20} />
          ) : (
            <strong className={styles.name}>{site.provider_name}</strong>
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
      <IconExternalLink size={13} aria-label={t("footer.newTab")} />
    </a>
  );
}
