import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { campaignFieldId } from "./draft-problems.ts";
import styles from "./EditorHeader.module.css";
import { useEditor } from "./editor-context.ts";

const RULES = rulesOf("campaigns.update");

/** The campaign's name, written where it stands as the title. A draft may go without. */
export function NameField() {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt } = useEditor();
  const { max } = ruleAt(RULES, "name") ?? {};
  return (
    <TextField
      id={campaignFieldId("name")}
      label={t("edit.nameLabel")}
      hideLabel
      className={styles.name}
      placeholder={t("edit.unnamed")}
      value={draft.name}
      rule={max === undefined ? {} : { max }}
      error={errorAt("name")}
      onChange={(name) => change((before) => ({ ...before, name }))}
    />
  );
}
