import { Button, Checkbox } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./credentials.module.css";

type RecoveryCodesProps = {
  codes: readonly string[];
  userId: string;
  lead?: string;
  noted: boolean;
  onNoted: (noted: boolean) => void;
  error?: string | undefined;
};

/** Recovery codes, this one time: to copy, to save, and to confirm that this was done. */
export function RecoveryCodes({ codes, userId, lead, noted, onNoted, error }: RecoveryCodesProps) {
  const { t } = useTranslation("credentials");
  const [copied, setCopied] = useState<"" | "copied" | "copyFailed">("");
  const text = [t("recovery.fileHead", { userId }), "", ...codes, ""].join("\r\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied("copied");
    } catch {
      setCopied("copyFailed");
    }
  };
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = t("recovery.file");
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className={styles.recovery}>
      <p>
        {lead} {t("recovery.lead")}
      </p>
      <ul className={styles.codes} aria-label={t("recovery.list")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t("recovery.copy")}
        </Button>
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t("recovery.download")}
        </Button>
        <span role="status">{copied === "" ? null : t(`recovery.${copied}`)}</span>
      </div>
      <Checkbox
        label={t("recovery.noted")}
        checked={noted}
        error={error}
        onChange={(event) => onNoted(event.currentTarget.checked)}
      />
    </div>
  );
}
