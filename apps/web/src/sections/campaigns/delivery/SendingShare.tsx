import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Tag } from "../../../ui/Tag.tsx";
import { isPushOpen, sendProgress, sendsOf } from "../campaign-state.ts";
import { campaignQuery } from "../campaigns.api.ts";
import styles from "../list/list.module.css";

/** 配信中 with how far it is, live, in a row of the list. */
export function SendingShare({ id }: { id: number }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { data } = useQuery(campaignQuery(id));
  const { total, done } = sendProgress(
    sendsOf(data?.pushes ?? [])
      .filter((send) => send.some(isPushOpen))
      .flat(),
  );
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <span className={styles.sending}>
      <Tag kind="info">
        {t("state.sending")} {t("ui:progress.percent", { n: percent })}
      </Tag>
      <span className={styles.sendingTrack} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
