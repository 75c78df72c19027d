import { Button } from "@mantine/core";
import { IconCopy, IconHistory, IconTrash } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NewRecordPage } from "../../../parts/records/NewRecordPage.tsx";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { templateQuery } from "./mail-templates.api.ts";
import { RemoveTemplate } from "./RemoveTemplate.tsx";
import { TemplateFields } from "./TemplateFields.tsx";
import { TemplateVersions } from "./TemplateVersions.tsx";
import { UsedIn } from "./UsedIn.tsx";
import { useCopyTemplate } from "./use-copy-template.ts";
import { useNewTemplate, useTemplateEdit } from "./use-template-form.ts";

/** `account`: the programme's account, on whose page the templates are listed. */
type Place = { account: number };
const listOf = (account: number) => `/accounts/${account}/mail-templates`;

/** One template: its mail, where it is used and what it said before. Who may not change it reads it. */
export function TemplatePage({ account, id }: Place & { id: number }) {
  const { t } = useTranslation("mailTemplates");
  const go = useGo();
  const { data: template } = useSuspenseQuery(templateQuery(id));
  const form = useTemplateEdit(template);
  const copy = useCopyTemplate(account);
  const [open, setOpen] = useState<"versions" | "remove">();
  const close = () => setOpen(undefined);
  const { name, label, updated_at, updated_by_name, used_in } = template;
  return (
    <>
      <PageHeader
        title={name}
        state={label === "" ? undefined : <Tag>{label}</Tag>}
        count={
          <>
            <DateText value={updated_at} withTime /> {updated_by_name}
          </>
        }
        crumbs={<AppLink to={listOf(account)}>{t("title")}</AppLink>}
        actions={
          <>
            <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpen("versions")}>
              {t("versions.open")}
            </Button>
            {form.editable ? (
              <>
                <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => copy(id)}>
                  {t("tools.copy")}
                </Button>
                <Button leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen("remove")}>
                  {t("tools.remove")}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <RecordForm form={form} onSaved={({ values }) => notify("success", t("form.saved", { name: values.name }))}>
        <TemplateFields form={form} />
        <Card title={t("usedIn.title")}>
          <UsedIn uses={used_in} />
        </Card>
      </RecordForm>
      {open === "versions" ? <TemplateVersions id={id} form={form} onClose={close} /> : null}
      {open === "remove" ? (
        <RemoveTemplate id={id} name={name} onRemoved={() => go(listOf(account))} onClose={close} />
      ) : null}
    </>
  );
}

/** A template that does not exist yet. */
export function NewTemplatePage({ account }: Place) {
  const { t } = useTranslation("mailTemplates");
  const go = useGo();
  const { form, register } = useNewTemplate();
  return (
    <NewRecordPage
      title={t("form.new")}
      lead={t("form.newLead")}
      crumbs={<AppLink to={listOf(account)}>{t("title")}</AppLink>}
      list={listOf(account)}
      form={form}
      submit={t("form.create")}
      onSubmit={async () => {
        const made = await register();
        if (made) await go(`${listOf(account)}/${made.id}`, {}, { replace: true });
      }}
    >
      <TemplateFields form={form} />
    </NewRecordPage>
  );
}
