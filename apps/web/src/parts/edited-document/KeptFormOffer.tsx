import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateText } from "../../ui/values.tsx";
import styles from "./KeptFormOffer.module.css";
import type { KeptForm } from "./kept-forms.ts";

/** Above a form whose last edit was cut off by the end of the session. */
export function KeptFormOffer({ kept, onRestore }: { kept: KeptForm | undefined; onRestore?: () => void }) {
  const { t } = useTranslation("shell");
  if (kept === undefined) return null;
  return (
    <section className={styles.offer} aria-label={t("kept.label")}>
      <p>
        {t("kept.found")} <DateText value={kept.at} withTime />
      </p>
      <Button
        variant="filled"
        onClick={() => {
          kept.restore();
          onRestore?.();
        }}
      >
        {t("kept.restore")}
      </Button>
      <Button onClick={kept.discard}>{t("kept.discard")}</Button>
    </section>
  );
}
