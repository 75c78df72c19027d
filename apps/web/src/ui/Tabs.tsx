import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useRef } from "react";
import { formatNumber } from "./format.ts";
import styles from "./Tabs.module.css";

export type Tab = { key: string; label: string; count?: number | undefined };

type TabsProps = {
  label: string;
  tabs: Tab[];
  current: string;
  onChange: (key: string) => void;
  /** The open tab's content. */
  children: ReactNode;
};

/** Tabs whose choice the page keeps (in the URL). Arrow keys move, as screen-reader users expect. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a narrow screen the open tab may lie outside of the row that scrolls.
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`#tab-${current}`);
    if (!row || !tab) return;
    const start = tab.offsetLeft - row.offsetLeft;
    const end = start + tab.offsetWidth;
    if (start < row.scrollLeft) row.scrollLeft = start;
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  }, [current]);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex((tab) => tab.key === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelector<HTMLButtonElement>(`#tab-${next.key}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`tab-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === current}
            aria-controls="tab-panel"
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}>{formatNumber(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
        {children}
      </div>
    </>
  );
}
