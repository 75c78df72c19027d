import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { useEditor } from "../editor/editor-context.ts";
import styles from "./audience.module.css";
import { useBenefitsOnly } from "./benefits-only.ts";
import { useAudience } from "./use-audience.ts";

/** Four figures of a segment: who fits, who is in an earlier one, whom the message reaches, who gets benefits alone. */
export function SegmentStrip({ index }: { index: number }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft } = useEditor();
  const { query, question, complete, busy } = useAudience(draft);
  const only = useBenefitsOnly();
  const counted = query.data?.segments[index];
  const types = question.segments[index]?.types ?? [];
  const gives = types.some((type) => !isMessage(type));
  const figures: [label: string, people: number | undefined][] = [
    [t("strip.matched"), counted?.matched],
    [t("strip.earlier"), index === 0 ? undefined : counted && counted.matched - counted.not_earlier],
    ...(draft.type === "basic"
      ? []
      : ([
          [t("audience.will_receive"), types.some(isMessage) ? counted?.will_receive : undefined],
          [gives ? only(types) : t("strip.benefitsOnly"), gives ? counted?.points_only : undefined],
        ] as [string, number | undefined][])),
  ];
  return (
    <dl className={styles.strip} aria-busy={busy} data-stale={!complete}>
      {figures.map(([label, people]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{people === undefined ? t("ui:none") : formatCount(people, "people")}</dd>
        </div>
      ))}
    </dl>
  );
}
