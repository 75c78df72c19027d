import { IconAlertTriangle, IconCheck, IconMoon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { useRunWords } from "../../../parts/campaigns/runs/run-words.ts";
import { formatDayInWords, tokyoDay } from "../../../ui/format.ts";
import styles from "./runs.module.css";

type RunButtonProps = {
  line: CalendarLine;
  onOpen: (line: CalendarLine) => void;
  /** Where the day is not said by what it stands in. */
  dated?: boolean;
  /** Where the campaign is said by what it stands in. */
  nameless?: boolean;
  /** In a narrow day of a month: reached by its arrow keys, not by the tabulator; what the colour and the mark say needs no words. */
  narrow?: boolean;
  /** What is special about its day. */
  children?: ReactNode;
};

/** One run on one line: when, of which campaign, for how many. What guests set off themselves stands back. */
export function RunButton({ line, onOpen, dated = false, nameless = false, narrow = false, children }: RunButtonProps) {
  const { t } = useTranslation("campaigns");
  const { when, who, people } = useRunWords();
  const n = who(line);
  const at = dated ? `${formatDayInWords(tokyoDay(line.at))} ${when(line)}` : when(line);
  const name = line.campaign_name || t("edit.unnamed");
  const shownName = nameless || line.kind === "trigger" ? null : name;
  return (
    <button
      type="button"
      className={styles.run}
      data-kind={line.omitted ? "omitted" : line.kind}
      tabIndex={narrow ? -1 : 0}
      aria-label={[at, nameless ? undefined : name, n].filter((part) => part !== undefined).join(" ")}
      title={name}
      onClick={() => onOpen(line)}
    >
      <span className={styles.at}>{at}</span>
      <span className={styles.name}>{children ?? shownName}</span>
      {n === undefined ? null : (
        <span className={styles.count}>
          <Mark line={line} />
          {line.kind === "trigger" ? `· ${n}` : narrow && line.kind === "done" ? people(line) : n}
        </span>
      )}
    </button>
  );
}

/** What the colour says, as a picture. */
function Mark({ line: { kind, omitted, quiet } }: { line: CalendarLine }) {
  if (omitted) return null;
  if (kind === "missed") return <IconAlertTriangle size={12} aria-hidden />;
  if (kind === "done") return <IconCheck size={12} aria-hidden />;
  return quiet && kind === "schedule" ? <IconMoon size={12} aria-hidden /> : null;
}
