import { formatNumber, type Unit, unitOf } from "../../../ui/format.ts";
import styles from "../list/list.module.css";

/** A figure with a quieter unit; a narrow place breaks between the two and nowhere else. */
export function Figure({ value, unit }: { value: number; unit: Unit }) {
  return (
    <>
      <span className={styles.nowrap}>{formatNumber(value)}</span>
      <wbr />
      <small className={styles.unit}>{unitOf(unit, value)}</small>
    </>
  );
}
