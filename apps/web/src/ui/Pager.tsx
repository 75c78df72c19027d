import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatCount, formatNumber, type Unit } from "./format.ts";
import styles from "./Pager.module.css";

const SIZES = [20, 50, 100] as const;

type PagerProps = {
  page: number;
  size: number;
  /** `undefined` while the first page is still on its way. */
  total: number | undefined;
  unit: Unit;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

/** The pages to offer: first, last, and those around the current one; 0 stands for a gap. */
export function pagesToShow(page: number, last: number): number[] {
  const near = [1, last, page - 1, page, page + 1].filter((n) => n >= 1 && n <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    if (before === undefined || n - before === 1) return [n];
    return n - before === 2 ? [n - 1, n] : [0, n];
  });
}

/** The foot of a list: which rows of how many, rows per page, and the pages. */
export function Pager({ page, size, total, unit, onPage, onSize }: PagerProps) {
  const { t } = useTranslation("ui");
  const last = Math.max(1, Math.ceil((total ?? 0) / size));
  const from = (page - 1) * size + 1;
  const range =
    total === undefined
      ? ""
      : total === 0
        ? formatCount(0, unit)
        : t("pager.range", {
            from: formatNumber(from),
            to: formatNumber(Math.min(page * size, total)),
            total: formatCount(total, unit),
          });
  return (
    <nav className={styles.pager} aria-label={t("pager.label")}>
      <span className={styles.range} aria-live="polite">
        {range}
      </span>
      <select
        className={styles.size}
        aria-label={t("pager.size")}
        value={size}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      >
        {SIZES.map((n) => (
          <option key={n} value={n}>
            {t("pager.sizeOption", { count: n })}
          </option>
        ))}
      </select>
      <div className={styles.pages}>
        <button type="button" aria-label={t("pager.previous")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </button>
        {pagesToShow(page, last).map((n, index) =>
          n === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, told apart by their place
            <span key={`gap${index}`} className={styles.gap}>
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              aria-label={t("pager.page", { n: formatNumber(n) })}
              {...(n === page ? { "aria-current": "page" as const } : {})}
              onClick={() => onPage(n)}
            >
              {formatNumber(n)}
            </button>
          ),
        )}
        <button type="button" aria-label={t("pager.next")} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} aria-hidden />
        </button>
      </div>
    </nav>
  );
}
