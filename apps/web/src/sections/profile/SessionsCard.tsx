import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { sessionsQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

type Session = Awaited<ReturnType<typeof client.auth.sessions>>[number];

/** Where one is signed in, and the way to end what is not here. */
export function SessionsCard() {
  const { t } = useTranslation("profile");
  const cache = useQueryClient();
  const list = useQuery(sessionsQuery());
  const [ending, setEnding] = useState<Session[]>();
  const others = (list.data ?? []).filter((session) => !session.current);
  const [only] = ending ?? [];
  const one = ending?.length === 1 ? only : undefined;

  const end = async () => {
    try {
      for (const session of ending ?? []) await client.auth.endSession({ id: session.id });
      notify("success", one ? t("sessions.ended", { device: one.device }) : t("sessions.endedOthers"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await cache.invalidateQueries({ queryKey: sessionsQuery().queryKey });
  };

  return (
    <Card title={t("sessions.title")}>
      {list.isError ? <ErrorState message={list.error.message} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <div className={styles.waiting} aria-hidden="true" /> : null}
      <ul className={styles.sessions}>
        {(list.data ?? []).map((session) => (
          <li key={session.id}>
            <div>
              <strong>{session.device}</strong>{" "}
              {session.current ? <Tag kind="info">{t("sessions.current")}</Tag> : null}
              <small>
                {t("sessions.at", { ip: session.ip })}
                <br />
                {t("sessions.signedIn")} <DateText value={session.signed_in_at} withTime />
                <br />
                {t("sessions.lastSeen")} <DateText value={session.last_seen_at} withTime />
              </small>
            </div>
            {session.current ? null : (
              <Button aria-label={t("sessions.endOf", { device: session.device })} onClick={() => setEnding([session])}>
                {t("sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.data && others.length === 0 ? <p className={styles.lead}>{t("sessions.onlyThis")}</p> : null}
      {others.length > 1 ? <Button onClick={() => setEnding(others)}>{t("sessions.endOthers")}</Button> : null}
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={
          one
            ? t("sessions.endTitle", { device: one.device })
            : t("sessions.endOthersTitle", { count: ending?.length ?? 0 })
        }
        confirm={t("sessions.end")}
        danger
        onConfirm={end}
      >
        {t("sessions.endLost")}
      </ConfirmDialog>
    </Card>
  );
}
