import { Button, Menu } from "@mantine/core";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../../shell/toasts.tsx";
import { useMay } from "../../../shell/use-may.ts";
import text from "../text.module.css";
import { BeginDialog } from "./BeginDialog.tsx";
import { type MailTemplate, templateQuery } from "./mail-templates.api.ts";
import { SaveAsDialog } from "./SaveAsDialog.tsx";
import { mailFromTemplate } from "./template-values.ts";
import styles from "./templates.module.css";

type TemplateMenuProps = { mail: MailDetail; change: (recipe: (mail: MailDetail) => MailDetail) => void };

/** A campaign's mail begins from a template, and is kept as one. */
export function TemplateMenu({ mail, change }: TemplateMenuProps) {
  const { t } = useTranslation("mailTemplates");
  const maySave = useMay("campaigns/edit");
  const [open, setOpen] = useState<"begin" | "save">();
  const close = () => setOpen(undefined);
  const { title, preheader, body, blocks } = mail;
  const written = [title, preheader, body].some((words) => words !== "") || blocks.length > 0;
  const begin = (template: MailTemplate) => {
    change((before) => mailFromTemplate(before, template));
    notify("success", t("begin.started", { name: template.name }));
    close();
  };
  return (
    <div className={styles.menu}>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" leftSection={<IconTemplate size={14} aria-hidden />}>
            {t("begin.open")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("begin")}>{t("begin.from")}</Menu.Item>
          {maySave ? (
            <Menu.Item disabled={!written} onClick={() => setOpen("save")}>
              {t("begin.save")}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {mail.mail_template_id === null ? null : <StartedFrom id={mail.mail_template_id} />}
      {open === "begin" ? <BeginDialog written={written} onBegin={begin} onClose={close} /> : null}
      {open === "save" ? <SaveAsDialog mail={mail} onClose={close} /> : null}
    </div>
  );
}

/** Which template it was; nothing where that has gone. */
function StartedFrom({ id }: { id: number }) {
  const { t } = useTranslation("mailTemplates");
  const { data } = useQuery({ ...templateQuery(id), throwOnError: false, retry: false });
  if (data === undefined) return null;
  return <span className={text.quiet}>{t("begin.startedFrom", { name: data.name })}</span>;
}
