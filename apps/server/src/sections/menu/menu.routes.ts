import type { Section } from "@okaeri/domain/permissions/actions";
import { heldOverall, mayCall, usableActions } from "@okaeri/domain/permissions/can";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { type Scope, scopeFor } from "../../session/scope.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";

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
      const scope = scopeFor(context.signedIn, context.requestedAccountId);
      if (scope === null && context.requestedAccountId !== null) throw new CallError("NOT_FOUND");
      return ENTRIES.map(({ section, label }) => {
        const readable = scope !== null && mayCall(scope.subject, `${section}/read`);
        const exporting = context.signedIn.accounts.filter((account) => account.can_export);
        const can_export =
          scope !== null &&
          (section === "users" ? exporting.length > 0 : exporting.some(({ id }) => id === scope.chosenAccountId));
        const page_actions = scope === null ? [] : actionsIn(context.signedIn, scope, section);
        return {
          section,
          label: label[context.language],
          path: `/${section}`,
          disabled: !readable,
          closed_by: readable || scope === null ? null : closedBy(context.signedIn, scope, section),
          page_actions,
          can_export,
        };
      });
    }),
  };
}

/** The option that would open the section to the person if it had not ended: of several the one that ran longest. */
function closedBy(signedIn: SignedIn, { chosenAccountId, subject }: Scope, section: Section) {
  const ended = signedIn.accounts.find(({ id }) => id === chosenAccountId)?.ended_options ?? [];
  const opening = ended.filter(({ option_type }) =>
    mayCall({ ...subject, planOptions: [...subject.planOptions, option_type] }, `${section}/read`),
  );
  return opening.toSorted((a, b) => b.ended_on.localeCompare(a.ended_on))[0] ?? null;
}

/** What the section's own calls would let through: people by any account, programmes by their own account, guests by the one chosen. */
function actionsIn(signedIn: SignedIn, scope: Scope, section: (typeof ENTRIES)[number]["section"]) {
  if (section === "customers" || section === "reports") return usableActions(scope.subject, section);
  if (section !== "users") return programmeActions(scope.subject, scope.programme, section);
  const held = heldOverall(viewerOf(signedIn).permitted_page_actions);
  return usableActions({ ...scope.subject, planOptions: signedIn.planOptions, held }, section);
}

export function siteRoutes(os: Binder) {
  return {
    brand: os.site.brand.handler(({ context: { app, demo } }) => {
      const today = todayOf(app.clock);
      const { name, logoUrl, companyUrl, privacyUrl } = app.config.provider;
      return {
        provider_name: name,
        provider_logo_url: logoUrl,
        company_url: companyUrl,
        privacy_url: privacyUrl,
        year: Number(today.slice(0, 4)),
        today,
        demo,
      };
    }),
  };
}
