import type { customerItem } from "@okaeri/contract/customer-rows";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import styles from "./FoundCustomers.module.css";

type FoundCustomersProps = {
  id: string;
  people: readonly z.infer<typeof customerItem>[];
  total: number;
  /** Found with earlier words than those in the box. */
  old: boolean;
  chosen: number;
  onShow: (guest: number) => void;
  onAll: () => void;
};

/** The guests found, beneath the header's search box, which keeps the cursor. */
export function FoundCustomers({ id, people, total, old, chosen, onShow, onAll }: FoundCustomersProps) {
  const { t } = useTranslation();
  return (
    // The box would lose the cursor, and close this, before the click arrives.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the cursor where it is
    <div className={styles.panel} aria-busy={old} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}-found`} role="listbox" aria-label={t("header.found")}>
        {people.map((guest, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the keyboard, and names the chosen one
          <div
            key={guest.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={styles.guest}
            onClick={() => onShow(guest.id)}
          >
            <strong>{guest.name}</strong>
            <span>{guest.name_kana}</span>
            <small>{[guest.member_number, guest.tel, guest.email].filter(Boolean).join(" ")}</small>
          </div>
        ))}
      </div>
      {people.length === 0 ? (
        <p className={styles.none} role="status">
          {t(old ? "header.searching" : "header.foundNone")}
        </p>
      ) : (
        <button type="button" tabIndex={-1} className={styles.all} onClick={onAll}>
          {old ? t("header.searching") : t("header.foundAll", { count: total })}
        </button>
      )}
    </div>
  );
}
