import { useTranslation } from "react-i18next";
import { Tag } from "../../ui/Tag.tsx";
import type { MergeCandidate } from "./merges.api.ts";
import styles from "./merges.module.css";

const AGAINST: readonly string[] = ["other_member_number", "other_birthday", "other_gender"];

/** What speaks for one person, what against it, and why somebody waits. */
export function Reasons({ reasons }: { reasons: MergeCandidate["reasons"] }) {
  const { t } = useTranslation("merges");
  return (
    <span className={styles.reasons}>
      {reasons.map((reason) => (
        <Tag
          key={reason}
          kind={AGAINST.includes(reason) ? "warning" : reason.startsWith("same_") ? "success" : "neutral"}
        >
          {t(`reason.${reason}`)}
        </Tag>
      ))}
    </span>
  );
}
