import { Button } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { formatTime, tokyoDay } from "../../../ui/format.ts";
import styles from "./runs.module.css";

type MoveFormProps = {
  at: string;
  running: boolean;
  error: string | undefined;
  onMove: (to: string) => Promise<void>;
  onBack: () => void;
};

/** When a run comes instead. */
export function MoveForm({ at, running, error, onMove, onBack }: MoveFormProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const id = useId();
  const [day, setDay] = useState(tokyoDay(at));
  const [time, setTime] = useState(formatTime(at));
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Japan keeps no daylight saving time.
    const to = new Date(`${day}T${time}:00+09:00`);
    const none = Number.isNaN(to.getTime());
    setWrong(none);
    if (!none) void onMove(to.toISOString());
  };
  return (
    <form className={styles.sheet} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <DateField
          id={`${id}-day`}
          label={t("runs.newDay")}
          value={day}
          rule={{ form: "date" }}
          error={wrong ? t("runs.noMoment") : error}
          onChange={setDay}
        />
        <TextField id={`${id}-time`} label={t("runs.newTime")} type="time" value={time} onChange={setTime} />
      </div>
      <p>{t("runs.moveText")}</p>
      <div className={styles.buttons}>
        <Button disabled={running} onClick={onBack}>
          {t("ui:dialog.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={running}>
          {t("runs.moveConfirm")}
        </Button>
      </div>
    </form>
  );
}
