import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { formatCount } from "../../../ui/format.ts";
import { BenefitsSwitch } from "../actions/BenefitsSwitch.tsx";
import { useEditor } from "../editor/editor-context.ts";
import styles from "./audience.module.css";
import { useBenefitsOnly } from "./benefits-only.ts";
import { useAudience } from "./use-audience.ts";

/** 届け方: how many get a message, and how many points or a coupon alone. */
export function Deliveries() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft } = useEditor();
  const { query, question, busy, complete } = useAudience(draft);
  const only = useBenefitsOnly();
  const { data } = query;
  if (draft.type === "basic" || data === undefined) return null;
  const { will_receive: reached, points_only: benefitsOnly } = data.all;
  const types = [...new Set(question.segments.flatMap((segment) => segment.types))];
  const messages = types.filter(isMessage).map((type) => t(`action.${type}.short`));
  const parts = [
    ...(messages.length > 0
      ? [{ key: "message", label: messages.join(t("audience.reasonSeparator")), count: reached }]
      : []),
    ...(types.some((type) => !isMessage(type)) ? [{ key: "benefits", label: only(types), count: benefitsOnly }] : []),
  ];
  const whole = reached + benefitsOnly;
  return (
    <Card title={t("deliveries.title")} note={formatCount(whole, "people")}>
      <div className={styles.deliveries} aria-busy={busy} data-stale={!complete}>
        <div className={styles.shares} aria-hidden>
          {parts.map(({ key, count }) => (
            <span key={key} data-part={key} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul className={styles.parts}>
          {parts.map(({ key, label, count }) => (
            <li key={key} data-part={key}>
              {label} <strong className="num">{formatCount(count, "people")}</strong>
            </li>
          ))}
        </ul>
        {draft.segments.map((segment, index) => (
          <BenefitsSwitch key={segment.key} segment={segment} index={index} />
        ))}
      </div>
    </Card>
  );
}
