import { ActionIcon } from "@mantine/core";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TemplateItem } from "./mail-templates.api.ts";
import { RemoveTemplate } from "./RemoveTemplate.tsx";
import { useCopyTemplate } from "./use-copy-template.ts";

type TemplateToolsProps = { account: number; template: Pick<TemplateItem, "id" | "name" | "page_actions"> };

/** What can be done with a template in its row, for whoever may. */
export function TemplateTools({ account, template }: TemplateToolsProps) {
  const { t } = useTranslation("mailTemplates");
  const [removing, setRemoving] = useState(false);
  const copy = useCopyTemplate(account);
  const { id, name, page_actions } = template;
  if (!page_actions.includes("edit")) return null;
  return (
    <>
      <ActionIcon variant="subtle" aria-label={t("tools.copyOf", { name })} onClick={() => copy(id)}>
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t("tools.removeOf", { name })} onClick={() => setRemoving(true)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {removing ? <RemoveTemplate id={id} name={name} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}
