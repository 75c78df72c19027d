import { useTranslation } from "react-i18next";
import styles from "./BrandMark.module.css";

/** The persimmon drop with its white seed. Decorative: the words beside it carry the name. */
export function BrandDrop({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.drop}>
      <path d="M14.2 2C7.5 2 2.6 7.1 2.6 13.8V27a3 3 0 0 0 3 3h10.6c7.1 0 13.2-5.7 13.2-13.6C29.4 8.3 22.7 2 14.2 2Z" />
      <circle cx="16" cy="16" r="6.2" />
    </svg>
  );
}

/** Mark and wordmark, 170 px wide as the specification asks of the header's logo (§2, shell). */
export function Logo() {
  const { t } = useTranslation();
  return (
    <span className={styles.logo}>
      <BrandDrop />
      <span className={styles.word}>{t("brand")}</span>
    </span>
  );
}
