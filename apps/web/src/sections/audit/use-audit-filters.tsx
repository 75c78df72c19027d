import type { auditList } from "@okaeri/contract/lists/audit";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useHistoryText } from "../../parts/audit/history-text.ts";
import type { FilterParts } from "../../parts/lists/list-filters.tsx";
import { ownAccountsQuery } from "../../shell/own-accounts.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import { type AuditSearch, auditWordsQuery, personQuery } from "./audit.api.ts";
import { PersonEditor } from "./PersonEditor.tsx";

/** What the log's conditions are called and offer. `actorName`: what a line of the page says about the person chosen. */
export function useAuditFilters(
  { actor_user_id: actor }: AuditSearch,
  actorName: string | undefined,
): FilterParts<typeof auditList> {
  const { t } = useTranslation("audit");
  const words = useHistoryText();
  const { role } = useSession();
  const maySeePeople = useMay("users/read");
  const { data: occurring } = useQuery(auditWordsQuery());
  const { data: own } = useQuery(ownAccountsQuery());
  // Provider staff appear in a client's log without being people the client may open.
  const person = useQuery({
    ...personQuery(actor ?? 0),
    enabled: maySeePeople && actor !== undefined && actorName === undefined,
    retry: false,
  });
  const accounts = own?.items ?? [];
  const companies = [...new Map(accounts.map((account) => [account.company_id, account.company_name]))];
  const unknown = t("filter.unknown");
  const typed = { pinned: true, typed: true, unknown };
  const sorted = (values: readonly string[] = [], word: (value: string) => string) =>
    values.map((value) => ({ value, label: word(value) })).toSorted((a, b) => a.label.localeCompare(b.label, "ja"));
  const named = (all: [id: number, name: string][]) => all.map(([id, label]) => ({ value: String(id), label }));
  return {
    period: { label: t("filter.period"), pinned: true },
    actor_user_id:
      maySeePeople || actor !== undefined
        ? {
            label: t("filter.person"),
            pinned: true,
            chosen: actorName ?? person.data?.name ?? unknown,
            editor: (apply) => <PersonEditor onApply={apply} />,
          }
        : undefined,
    action: { label: t("filter.action"), choices: sorted(occurring?.actions, words.action), ...typed },
    entity: { label: t("filter.entity"), choices: sorted(occurring?.entities, words.entity), ...typed },
    company_id:
      role !== null && isProvider(role)
        ? { label: t("filter.company"), choices: named(companies), ...typed }
        : undefined,
    in_account_id: { label: t("filter.account"), choices: named(accounts.map(({ id, name }) => [id, name])), ...typed },
  };
}
