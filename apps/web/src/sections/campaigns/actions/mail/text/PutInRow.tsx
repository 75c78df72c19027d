import { Menu } from "@mantine/core";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./PutInRow.module.css";

/** Those that most mails have. */
const FIRST: readonly Placeholder[] = ["name", "coupon_name", "point_balance", "facility_name"];

type PutInRowProps = { offered: readonly Placeholder[]; onPut: (name: Placeholder) => void };

/** 差し込む: a guest's own facts, put in where the cursor is. */
export function PutInRow({ offered, onPut }: PutInRowProps) {
  const { t } = useTranslation("mails");
  const others = offered.filter((name) => !FIRST.includes(name));
  return (
    <fieldset className={styles.row}>
      <legend>{t("putIn.row")}</legend>
      {FIRST.filter((name) => offered.includes(name)).map((name) => (
        <button
          key={name}
          type="button"
          // The cursor stays where it is, so that the words go in there.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPut(name)}
        >
          <IconPlus size={12} aria-hidden />
          {t(`placeholder.${name}`)}
        </button>
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-end" returnFocus={false}>
          <Menu.Target>
            <button type="button" aria-label={t("putIn.moreLabel")}>
              {t("putIn.more", { n: others.length })}
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={320} className={styles.others ?? ""}>
            {others.map((name) => (
              <Menu.Item key={name} onClick={() => onPut(name)}>
                {t(`placeholder.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </fieldset>
  );
}
