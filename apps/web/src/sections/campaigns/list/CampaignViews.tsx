import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../../shell/navigation.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import type { CampaignListSearch } from "../campaigns.search.ts";

const VIEWS = ["list", "calendar"] as const;

/** All campaigns as a list or in a calendar; the address keeps which, and what each is narrowed to. */
export function CampaignViews({ search, children }: { search: CampaignListSearch; children: ReactNode }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  return (
    <Tabs
      label={t("calendar.views")}
      tabs={VIEWS.map((key) => ({ key, label: t(`calendar.view.${key}`) }))}
      current={search.show ?? "list"}
      onChange={(key) => void go("/campaigns", { ...search, show: key === "calendar" ? "calendar" : undefined })}
    >
      {children}
    </Tabs>
  );
}
