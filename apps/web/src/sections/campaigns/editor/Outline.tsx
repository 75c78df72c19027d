import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { CARDS } from "../campaigns.search.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./Outline.module.css";
import { useOutlineLines } from "./use-outline-lines.ts";

/** The four cards of a campaign, each in a sentence and with its state; the open one has the frame. Arrows go from one to the next. */
export function Outline() {
  const { t } = useTranslation("campaigns");
  const { record, card: open } = useEditor();
  const lines = useOutlineLines();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const links = [...event.currentTarget.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    event.preventDefault();
    links[(at + by + links.length) % links.length]?.focus();
  };
  return (
    <nav className={styles.rail} aria-label={t("card.label")} onKeyDown={move}>
      {CARDS.map((card) => {
        const { lacks, lines: texts } = lines[card];
        return (
          <AppLink
            key={card}
            to={`/campaigns/${record.id}/edit`}
            search={{ card }}
            className={styles.anchor}
            aria-current={card === open ? "step" : undefined}
          >
            <span className={styles.head}>
              <b>{t(`card.${card}`)}</b>
              {lacks === 0 ? (
                <Tag kind="success">
                  <IconCheck size={14} aria-hidden />
                  {t("card.complete")}
                </Tag>
              ) : (
                <Tag kind="warning">
                  <IconAlertTriangle size={14} aria-hidden />
                  {t(card === "review" ? "card.found" : "card.missing", { count: lacks })}
                </Tag>
              )}
            </span>
            <span className={styles.lines}>
              {texts.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          </AppLink>
        );
      })}
    </nav>
  );
}
