import { BLOCK_FIELDS, BLOCK_KINDS, type BlockKind } from "@okaeri/domain/messaging/mail-blocks";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { RowsField } from "../../../ui/fields/RowsField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { TemplateValues } from "./template-values.ts";
import styles from "./templates.module.css";
import type { TemplateForm } from "./use-template-form.ts";

type Block = TemplateValues["blocks"][number];
const newBlock = (): Block => ({
  seq: 1,
  kind: "text",
  text: "",
  label: "",
  url: "",
  image: null,
  alt: "",
  target: null,
});

/** The blocks of a template in the order in which they are read. */
export function BlockRows({ form }: { form: TemplateForm }) {
  const { t } = useTranslation("mailTemplates");
  const kinds = BLOCK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }));
  return (
    <RowsField<Block>
      {...form.field("blocks")}
      onChange={(rows) => form.change({ blocks: [...rows] })}
      ordered
      make={newBlock}
      first="kind"
      add={t("blocks.add")}
      nameOf={({ kind, text, label }) => `${t(`kind.${kind}`)} ${text || label}`.slice(0, 40)}
      row={(block, at) => (
        <div className={styles.block}>
          <ChoiceField<BlockKind> {...form.field(`blocks.${at}.kind`, t("blocks.kind"))} as="short" choices={kinds} />
          {(["text", "label", "url", "alt"] as const).map((field) =>
            field in BLOCK_FIELDS[block.kind] ? (
              <TextField
                key={field}
                {...form.field(`blocks.${at}.${field}`, t(`blocks.${field}`))}
                {...(field === "text" && block.kind === "text" ? { lines: 4 } : {})}
              />
            ) : null,
          )}
        </div>
      )}
    />
  );
}
