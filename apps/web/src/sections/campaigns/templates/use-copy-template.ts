import { MAX_TEMPLATE_NAME } from "@okaeri/domain/campaigns/templates/mail-templates";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { templateChanged, templateQuery } from "./mail-templates.api.ts";
import { templateFormValues } from "./template-values.ts";

/** Makes another that says the same, and goes on with it. A second press while the first is under way does nothing. */
export function useCopyTemplate(account: number): (id: number) => void {
  const { t } = useTranslation("mailTemplates");
  const go = useGo();
  const underWay = useRef(false);
  const copy = async (id: number) => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      const { values } = templateFormValues(await queryClient.fetchQuery(templateQuery(id)));
      const name = t("form.copyOf", { name: values.name }).slice(0, MAX_TEMPLATE_NAME);
      const made = templateChanged(await client.mailTemplates.create({ ...values, name }));
      await go(`/accounts/${account}/mail-templates/${made.id}`);
      notify("success", t("form.copied", { name: made.name }));
    } catch (error) {
      const { message, endsSession } = toAppError(error);
      if (!endsSession) notify("error", message);
    } finally {
      underWay.current = false;
    }
  };
  return (id) => void copy(id);
}
