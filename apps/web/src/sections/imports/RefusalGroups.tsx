import { useTranslation } from "react-i18next";
import { formatCount, formatNumber } from "../../ui/format.ts";
import type { RefusalGroup } from "./imports.api.ts";
import { runsOf } from "./mapping.ts";
import styles from "./refusals.module.css";

/** Places named of one reason. */
const SHOWN = 5;

/** Each reason once, with how many lines have it and where they stand. */
export function RefusalGroups({ groups }: { groups: readonly RefusalGroup[] }) {
  const { t } = useTranslation("imports");
  return (
    <ul className={styles.groups}>
      {groups.map(({ field, message, count, values, lines }) => {
        const runs = runsOf(lines);
        const places = runs
          .slice(0, SHOWN)
          .map(({ from, to }) =>
            from === to
              ? t("rejections.lineNo", { n: formatNumber(from) })
              : t("check.lineRange", { from: formatNumber(from), to: formatNumber(to) }),
          )
          .concat(runs.length > SHOWN || lines.length < count ? t("check.otherLines") : []);
        return (
          <li key={`${field ?? ""} ${message}`}>
            <strong className="num">{formatCount(count, "rows")}</strong>
            <span>
              {message}
              {values > 1 ? ` ${t("check.otherValues", { count: values - 1 })}` : null}
              <small>{places.join(t("separator"))}</small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
