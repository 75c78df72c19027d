import { useTranslation } from "react-i18next";
import { formatDate } from "../../ui/format.ts";
import styles from "./CustomerRankHistory.module.css";
import type { GuestRank } from "./customers.api.ts";
import customers from "./customers.module.css";

/** How the rank came about, the newest change first. */
export function CustomerRankHistory({ rank }: { rank: GuestRank }) {
  const { t } = useTranslation("guestRank");
  const { history, history_total: total } = rank;
  if (total === 0) return null;
  const name = (one: string | null) => one ?? t("noRank");
  return (
    <details>
      <summary>{t("history.show", { n: total })}</summary>
      <table className={styles.history} aria-label={t("history.title")}>
        <thead>
          <tr>
            <th scope="col">{t("history.day")}</th>
            <th scope="col">{t("history.change")}</th>
            <th scope="col">{t("history.why")}</th>
          </tr>
        </thead>
        <tbody>
          {history.map((line) => (
            <tr key={line.id}>
              <td>{formatDate(line.changed_on)}</td>
              <td>{t("history.arrow", { from: name(line.previous_name), to: name(line.name) })}</td>
              <td>
                {t(`history.cause.${line.cause}`)}
                {[line.remarks, line.changed_by].filter(Boolean).map((text) => (
                  <span key={text} className={customers.quiet}>
                    <br />
                    {text}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > history.length ? <p className={customers.quiet}>{t("history.more")}</p> : null}
    </details>
  );
}
