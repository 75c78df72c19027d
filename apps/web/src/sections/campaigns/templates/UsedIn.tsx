import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import type { MailTemplate } from "./mail-templates.api.ts";

/** Where a template is used, each a step away. */
export function UsedIn({ uses }: { uses: MailTemplate["used_in"] }) {
  const { t } = useTranslation("mailTemplates");
  if (uses.length === 0) return <p>{t("usedIn.none")}</p>;
  return (
    <>
      <ul>
        {uses.map(({ id, name }) => (
          <li key={id}>
            <AppLink to={`/campaigns/${id}`}>{name || t("usedIn.unnamed")}</AppLink>
          </li>
        ))}
      </ul>
      <p>{t("usedIn.why")}</p>
    </>
  );
}
