import { Button } from "@mantine/core";
import { IconCalendarTime, IconCalendarX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { notify } from "../../../shell/toasts.tsx";
import { formatMoment } from "../../../ui/format.ts";
import { moveRun } from "../campaigns.api.ts";
import { MoveForm } from "./MoveForm.tsx";
import styles from "./runs.module.css";

/** Another time for one run, or none; and back again. The others stay as the schedule says. */
export function ChangeRun({ line }: { line: CalendarLine }) {
  const { t } = useTranslation("campaigns");
  const planned = line.actions[0]?.planned_at ?? line.at;
  const [asking, setAsking] = useState<"move" | "leave">();
  /** When it comes; null: not at all. */
  const [comes, setComes] = useState(line.omitted ? null : line.at);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string>();
  const ask = (what?: "move" | "leave") => {
    setError(undefined);
    setAsking(what);
  };
  const change = async (to?: string | null) => {
    setRunning(true);
    setError(undefined);
    try {
      await moveRun(line, to);
      setAsking(undefined);
      setComes(to === undefined ? planned : to);
      notify("success", t(to === undefined ? "runs.putBack" : to === null ? "runs.omitted" : "runs.moved"));
    } catch (caught) {
      const { fields, message } = toAppError(caught);
      setError(Object.values(fields)[0] ?? message);
    } finally {
      setRunning(false);
    }
  };
  if (asking === "move" && comes !== null)
    return <MoveForm at={comes} running={running} error={error} onMove={change} onBack={() => ask()} />;
  const state =
    asking === "leave"
      ? t("runs.leaveHint")
      : comes === null
        ? t("runs.nowOmitted")
        : comes === planned
          ? null
          : `${t("runs.nowAt", { at: formatMoment(comes) })} ${t("runs.planned", { at: formatMoment(planned) })}`;
  return (
    <div className={styles.sheet}>
      {state ? <p role="status">{state}</p> : null}
      {error === undefined ? null : (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        {asking === "leave" ? (
          <>
            <Button disabled={running} onClick={() => ask()}>
              {t("runs.keep")}
            </Button>
            <Button variant="filled" color="danger" loading={running} onClick={() => void change(null)}>
              {t("runs.leave")}
            </Button>
          </>
        ) : (
          <>
            {comes === planned ? null : (
              <Button loading={running} onClick={() => void change()}>
                {t("runs.undo")}
              </Button>
            )}
            {comes === null ? null : (
              <>
                <Button leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => ask("move")}>
                  {t("runs.move")}
                </Button>
                <Button
                  color="danger"
                  leftSection={<IconCalendarX size={16} aria-hidden />}
                  onClick={() => ask("leave")}
                >
                  {t("runs.leave")}
                </Button>
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
}
