import { useTranslation } from "react-i18next";
import { CountText, DateText } from "../../ui/values.tsx";
import styles from "./points-left.module.css";

/** `small`: beside other cards, in their type. */
type Size = "normal" | "small";

/** What was taken back after it had been used, while it waits for the next grant. */
export function PointDebt({ debt, size = "normal" }: { debt: number; size?: Size }) {
  const { t } = useTranslation("points");
  if (debt === 0) return null;
  return (
    <p className={styles.debt} data-size={size}>
      {t("summary.debt")}: <CountText value={debt} unit="points" />
      <br />
      {t("summary.debtNote")}
    </p>
  );
}

type ExpiringPointsProps = { expiring: { expires_on: string | null; remaining: number }[]; size?: Size };

/** How many points are left until when, the first to expire first. */
export function ExpiringPoints({ expiring, size = "normal" }: ExpiringPointsProps) {
  const { t } = useTranslation("points");
  if (expiring.length === 0) return <p className={styles.none}>{t("summary.nothing")}</p>;
  return (
    <table className={styles.expiring} data-size={size} aria-label={t("summary.expiring")}>
      <thead>
        <tr>
          <th scope="col">{t("summary.expiry")}</th>
          <th scope="col">{t("summary.remaining")}</th>
        </tr>
      </thead>
      <tbody>
        {expiring.map(({ expires_on, remaining }) => (
          <tr key={expires_on ?? "never"}>
            <td>{expires_on === null ? t("summary.never") : <DateText value={expires_on} />}</td>
            <td>
              <CountText value={remaining} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
