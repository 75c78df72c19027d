import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { formatCount, formatDate, formatPrice } from "../../ui/format.ts";
import type { MergePreview } from "./merges.api.ts";
import styles from "./merges.module.css";

type Side = MergePreview["after"];
const SIDES = ["survivor", "source", "after"] as const;

/** What becomes of everything that is not a field: both as they are, and the customer after the merge. */
export function MergeEffects({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation(["merges", "ui"]);
  const lots = ({ detail }: Side) =>
    detail.expiring_points
      .map(({ expires_on, remaining }) => {
        const points = formatCount(remaining, undefined);
        return expires_on ? t("effect.lot", { date: formatDate(expires_on), points }) : t("effect.openLot", { points });
      })
      .join("\n") || t("ui:none");
  const rows: [string, (side: Side) => string][] = [
    [t("effect.stays"), ({ detail }) => formatCount(detail.stay_count, "stays")],
    [t("effect.reservations"), ({ detail }) => formatCount(detail.reservation_count, "items")],
    [t("effect.total"), ({ detail }) => formatPrice(detail.use_price_total)],
    [t("effect.points"), ({ detail }) => formatCount(detail.point_balance, undefined)],
    [t("effect.debt"), ({ detail }) => formatCount(detail.point_debt, undefined)],
    [t("effect.lots"), lots],
    [t("effect.coupons"), ({ coupons }) => formatCount(coupons, "items")],
    [t("effect.rank"), ({ detail }) => detail.rank?.name ?? t("ui:none")],
    [t("effect.rfm"), ({ detail }) => detail.rfm_group?.name ?? t("ui:none")],
    [t("effect.mail"), ({ detail }) => t(`effect.mailState.${detail.mail_state}`)],
    [t("effect.line"), ({ detail }) => t(`effect.lineState.${detail.line_state}`)],
  ];
  return (
    <Card title={t("effect.title")} flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("pair.item")}</th>
              <th scope="col">{t("pair.survivor")}</th>
              <th scope="col">{t("pair.source")}</th>
              <th scope="col">{t("effect.after")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {SIDES.map((side) => (
                  <td
                    key={side}
                    data-side={t(side === "after" ? "effect.after" : `pair.${side}`)}
                    className={side === "after" ? (styles.changed ?? "") : (styles.lines ?? "")}
                  >
                    {cell(preview[side])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{t("effect.note")}</p>
    </Card>
  );
}
