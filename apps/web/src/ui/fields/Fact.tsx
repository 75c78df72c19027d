import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./fields.module.css";

/** A value that is only shown, where a field would be. */
export function Fact({ label, help, children }: { label: string; help?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("fields");
  return (
    <dl className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children === "" || children === null ? t("notSet") : children}</dd>
      {help ? <dd className={styles.help}>{help}</dd> : null}
    </dl>
  );
}
