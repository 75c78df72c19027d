import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KeyValueList, type SummaryItem } from "../../../../ui/SummaryStrip.tsx";
import { BlockFace } from "./blocks/BlockFace.tsx";
import { MailTextView } from "./MailTextView.tsx";
import styles from "./MailView.module.css";
import type { BlockConditionComponents } from "./mail-editing.ts";

type MailViewProps = { mail: MailDetail; Conditions?: BlockConditionComponents["Words"] };

/** A mail's words as they were written, to be read: marks by their names, blocks in their order and whom each is for. */
export function MailView({ mail, Conditions }: MailViewProps) {
  const { t } = useTranslation(["mails", "ui"]);
  const words = (text: string): ReactNode =>
    text === "" ? (
      t("ui:none")
    ) : (
      <div className={styles.text}>
        <MailTextView words={text} />
      </div>
    );
  const blocks = mail.blocks.toSorted((a, b) => a.seq - b.seq);
  const items: SummaryItem[] = [
    { label: t("field.title"), value: words(mail.title) },
    ...(mail.preheader ? [{ label: t("field.preheader"), value: words(mail.preheader) }] : []),
    ...(mail.body || blocks.length === 0 ? [{ label: t("field.body"), value: words(mail.body) }] : []),
    ...(blocks.length > 0
      ? [
          {
            label: t("field.blocks"),
            value: (
              <ol className={styles.blocks}>
                {blocks.map((block) => (
                  <li key={block.seq} aria-label={t(`kind.${block.kind}`)}>
                    <BlockFace block={block} />
                    {block.target === null ? null : (
                      <div className={styles.some}>
                        {t("blocks.conditional")}
                        {Conditions ? <Conditions target={block.target} /> : null}
                      </div>
                    )}
                  </li>
                ))}
              </ol>
            ),
          },
        ]
      : []),
    ...(mail.signature ? [{ label: t("field.signature"), value: words(mail.signature) }] : []),
    { label: t("field.from_address"), value: mail.from_address || t("ownSender") },
  ];
  return <KeyValueList items={items} />;
}
