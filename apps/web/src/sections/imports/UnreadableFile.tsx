import { Button } from "@mantine/core";
import { IconFileAlert } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import imports from "./imports.module.css";
import styles from "./UnreadableFile.module.css";

/** A file that cannot be taken as a whole: why, and what to do about it. */
export function UnreadableFile({ message, onStartOver }: { message: string; onStartOver: () => void }) {
  const { t } = useTranslation("imports");
  return (
    <Card>
      <div className={styles.unreadable} role="alert">
        <IconFileAlert size={28} aria-hidden />
        <div>
          <h2 className={styles.unreadableTitle}>{t("preview.refused")}</h2>
          <p>{message}</p>
          <p className={imports.quiet}>
            {t("preview.advice")}
            <br />
            {t("preview.adviceSave")}
          </p>
          <Button variant="filled" onClick={onStartOver}>
            {t("new.startOver")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
