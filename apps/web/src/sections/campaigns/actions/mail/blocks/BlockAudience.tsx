import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SwitchField } from "../../../../../ui/fields/SwitchField.tsx";
import { useMailEditing } from "../mail-editing.ts";
import styles from "./blocks.module.css";

type Target = MailDetailBlock["target"];
type BlockAudienceProps = { block: MailDetailBlock; at: number; onChange: (target: Target) => void };

/** この条件のお客様だけ: a block that only some guests are told. */
export function BlockAudience({ block: { target }, at, onChange }: BlockAudienceProps) {
  const { t } = useTranslation("mails");
  const { conditions, field, path: mail } = useMailEditing();
  // Those that were built come back when it is switched on again.
  const [last, setLast] = useState<NonNullable<Target>>({ combinator: "and", rules: [] });
  if (conditions === undefined) return null;
  const { Builder } = conditions;
  const path = `blocks.${at}.target`;
  return (
    <div className={styles.blockAudience}>
      <SwitchField
        {...field(path)}
        label={t("blocks.conditional")}
        {...(target === null ? {} : { help: t("blocks.conditionalHint") })}
        value={target !== null}
        onChange={(on) => {
          if (target !== null) setLast(target);
          onChange(on ? last : null);
        }}
      />
      {target === null ? null : (
        <Builder target={target} path={mail === "" ? path : `${mail}.${path}`} onChange={onChange} />
      )}
    </div>
  );
}
