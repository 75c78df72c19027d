import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PreviewSample } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./PreviewPane.module.css";

/** One guest whom a message is looked at for; `searched`: one whom the person chose. */
export type Turn = PreviewSample | { as: "searched"; customer_id: number };

/** 情報の少ない方 and the others in turn, with arrows to both sides; an invented guest where the target means nobody. */
export function SampleSwitcher({
  turn,
  several,
  onTurn,
}: {
  turn: Turn | undefined;
  several: boolean;
  onTurn: (by: 1 | -1) => void;
}) {
  const { t } = useTranslation("campaigns");
  const arrow = (by: 1 | -1) => (
    <ActionIcon
      variant="default"
      disabled={!several}
      aria-label={t(by === 1 ? "turn.after" : "turn.before")}
      onClick={() => onTurn(by)}
    >
      {by === 1 ? <IconChevronRight size={18} aria-hidden /> : <IconChevronLeft size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <section className={styles.turns} aria-label={t("turn.label")}>
      {arrow(-1)}
      <div aria-live="polite">
        <b>{t(`turn.${turn?.as ?? "nobody"}`)}</b>
        {turn?.as === "searched" ? null : (
          <span className={text.quiet}>{turn === undefined ? t("turn.nobodyNote") : <Lacks guest={turn} />}</span>
        )}
      </div>
      {arrow(1)}
    </section>
  );
}

function Lacks({ guest: { name, lacks } }: { guest: PreviewSample }) {
  const { t } = useTranslation(["campaigns", "mails"]);
  if (lacks.includes("name")) return t("turn.nameless");
  if (lacks.length === 0) return t("turn.lacksNothing", { name });
  const what = lacks.map((one) => t(`mails:placeholder.${one}`)).join(t("condition.separator"));
  return t("turn.lacks", { name, what });
}
