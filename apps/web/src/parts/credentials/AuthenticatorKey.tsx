import { QRCodeSVG } from "qrcode.react";
import { useTranslation } from "react-i18next";
import { CopyText } from "../../ui/CopyText.tsx";
import styles from "./credentials.module.css";

/** A new key for an authenticator app: as picture, as text, and on a phone as a link into the app. */
export function AuthenticatorKey({ secret, url }: { secret: string; url: string }) {
  const { t } = useTranslation("credentials");
  return (
    <div className={styles.key}>
      <p>
        {t("key.lead")}
        <br />
        <small>{t("key.apps")}</small>
      </p>
      {/* Always dark on light with a quiet edge, in the dark theme too: cameras expect it. */}
      <QRCodeSVG className={styles.qr ?? ""} value={url} size={184} marginSize={4} level="M" title={t("key.qr")} />
      <a className={styles.openApp} href={url}>
        {t("key.open")}
      </a>
      <div>
        <small>{t("key.typed")}</small>
        <div className={styles.typedKey}>
          <CopyText value={secret} label={t("key.copy")} shown={secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} />
        </div>
      </div>
    </div>
  );
}
