import type { SectionAction } from "@okaeri/domain/permissions/actions";
import { mayCall } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { scopeFor } from "../../session/scope.ts";

// specification §2, Menu: six entries in this order.
const ENTRIES = [
  { section: "users", label: { ja: "ユーザー管理", en: "Users" } },
  { section: "ranks", label: { ja: "ランク管理", en: "Ranks" } },
  { section: "rfms", label: { ja: "RFM管理", en: "RFM" } },
  { section: "customers", label: { ja: "顧客管理", en: "Customers" } },
  { section: "campaigns", label: { ja: "キャンペーン管理", en: "Campaigns" } },
  { section: "reports", label: { ja: "レポート管理", en: "Reports" } },
] as const;

export function menuRoutes(os: Binder) {
  return {
    list: os.menu.list.handler(({ context }) => {
      const scope = scopeFor(context.signedIn, context.askedAccountId);
      return ENTRIES.map(({ section, label }) => {
        const readable = scope !== null && mayCall(scope.subject, `${section}/read` as SectionAction);
        return { section, label: label[context.language], path: `/${section}`, disabled: !readable };
      });
    }),
  };
}

export function siteRoutes(os: Binder) {
  return {
    brand: os.site.brand.handler(({ context: { app } }) => {
      const today = todayOf(app.clock);
      const { name, logoUrl, companyUrl, privacyUrl } = app.config.provider;
      return {
        provider_name: name,
        provider_logo_url: logoUrl,
        company_url: companyUrl,
        privacy_url: privacyUrl,
        year: Number(today.slice(0, 4)),
        today,
        demo: app.config.demo,
      };
    }),
  };
}
