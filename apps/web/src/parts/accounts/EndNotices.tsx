import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSide } from "../../shell/use-may.ts";
import { formatDate } from "../../ui/format-date.ts";
import { NoticeList } from "../../ui/NoticeList.tsx";

/** Contracts and options that end soon or ended lately, told to everybody whom it concerns when they come in. */
export function EndNotices() {
  const { t } = useTranslation(["accounts", "ui"]);
  const { provider, administrator } = useSide();
  const { data } = useQuery(api.accounts.endings.queryOptions({ throwOnError: false }));
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const lines = items.map((end) => {
    const { account_id, account_name, company_name, subject, days_left } = end;
    const values = {
      name: provider ? t("ends.nameOfClient", { name: account_name, client: company_name }) : account_name,
      what: subject === "contract" ? t("ends.contract") : t("ends.option", { option: t(`ui:option.${subject}`) }),
      day: formatDate(end.ends_on),
    };
    const key = days_left < 0 ? "ends.over" : days_left === 0 ? "ends.today" : "ends.soon";
    const words = t(key, { ...values, count: days_left });
    const page = `/accounts/${account_id}${subject === "contract" ? "" : "/options"}`;
    return {
      key: `${account_id}/${subject}/${end.ends_on}`,
      // Contracts are not for clerks to look up.
      line: provider || administrator ? <AppLink to={page}>{words}</AppLink> : words,
    };
  });
  return (
    <NoticeList
      title={t("ends.title")}
      lines={lines}
      more={(count) => t("ends.more", { count })}
      note={t(provider ? "ends.byProvider" : "ends.byClient")}
    />
  );
}
