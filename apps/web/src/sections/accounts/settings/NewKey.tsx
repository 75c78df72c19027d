import { Button, Checkbox } from "@mantine/core";
import { curlOf, keyExample } from "@okaeri/contract/key-example";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { tokyoDay } from "../../../ui/format.ts";
import styles from "./keys.module.css";
import { type KeyItem, keysQuery } from "./settings.api.ts";
import settings from "./settings.module.css";

export type MadeKey = { key: string; item: KeyItem };

/** The key itself, to copy and to confirm, with where it is sent and a first request; nothing closes this by accident. */
export function NewKey({ accountId, made, onClose }: { accountId: number; made: MadeKey; onClose: () => void }) {
  const { t } = useTranslation("accountSettings");
  const origin = useQuery(keysQuery(accountId)).data?.origin ?? window.location.origin;
  const [noted, setNoted] = useState(false);
  const [refused, setRefused] = useState(false);
  const { key, item } = made;
  const { address, request, guide } = keyExample(item, {
    origin,
    key,
    today: calendarDate(tokyoDay(new Date().toISOString())),
  });
  const curl = curlOf(request);
  const close = () => (noted ? onClose() : setRefused(true));
  return (
    <Dialog
      opened
      onClose={close}
      title={t("keys.madeTitle")}
      actions={
        <Button variant="filled" onClick={close}>
          {t("keys.madeClose")}
        </Button>
      }
    >
      <div className={styles.secretKey}>
        <p className={settings.warning} role="alert">
          {t("keys.madeWarning")}
        </p>
        <div className={styles.secretValue}>
          <CopyText value={key} label={t("keys.copy")} />
        </div>
        <dl className={styles.newKey}>
          <dt>{t("keys.address")}</dt>
          <dd className={styles.secretValue}>
            <CopyText value={address} label={t("keys.copyAddress")} />
          </dd>
          <dt>{t("keys.example")}</dt>
          <dd>
            <p className={settings.help}>{t(`keys.exampleHelp.${item.kind}`)}</p>
            <div className={styles.secretValue}>
              <CopyText value={curl} label={t("keys.copyExample")} />
            </div>
          </dd>
          <dt>{t("keys.guide")}</dt>
          <dd>
            <Guides guide={guide} />
          </dd>
        </dl>
        <Checkbox
          label={t("keys.noted")}
          checked={noted}
          error={refused && !noted ? t("keys.notNoted") : undefined}
          onChange={(event) => setNoted(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

/** What the other system's developer reads. */
export function Guides({ guide }: { guide: "feeds.md" | "partner.md" }) {
  const { t } = useTranslation("accountSettings");
  const links = [
    [`/api/docs/${guide}`, t(`keys.guides.${guide === "feeds.md" ? "feed" : "partner"}`)],
    [`/api/docs/${guide.replace(".md", "-client.ts")}`, t("keys.guides.client")],
    ["/api/docs", t("keys.guides.all")],
  ] as const;
  return (
    <ul className={styles.guides}>
      {links.map(([href, text]) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
