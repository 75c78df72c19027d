import { useTranslation } from "react-i18next";
import { KeyValueList } from "../../../ui/SummaryStrip.tsx";
import type { TemplateValues } from "./template-values.ts";

/** What a template says, to be read. */
export function TemplateWords({ said }: { said: TemplateValues }) {
  const { t } = useTranslation(["mailTemplates", "ui"]);
  const texts = (["title", "preheader", "body", "signature"] as const).map((field) => ({
    label: t(`mailTemplates:field.${field}`),
    value: said[field] || t("ui:none"),
  }));
  const blocks = (
    <ol>
      {said.blocks.map(({ seq, kind, text, label, url }) => (
        <li key={seq}>
          {t(`mailTemplates:kind.${kind}`)} {text || label} {url}
        </li>
      ))}
    </ol>
  );
  return <KeyValueList items={[...texts, { label: t("mailTemplates:field.blocks"), value: blocks }]} />;
}
