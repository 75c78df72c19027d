import { mergeList } from "@okaeri/contract/lists/merges";
import type { CandidateReason } from "@okaeri/domain/customers/likeness";
import { IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import type { ColumnParts } from "../../parts/lists/list-columns.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatDate } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { DateText } from "../../ui/values.tsx";
import { type MergeCandidate, type MergeSearch, mergeListQuery } from "./merges.api.ts";
import { Reasons } from "./Reasons.tsx";

/** Who may be one person, and guests who are nobody's customer yet. */
export function MergeListPage({ search }: { search: MergeSearch }) {
  const { t } = useTranslation(["merges", "ui"]);
  return (
    <ListPage
      list={mergeList}
      search={search}
      rows={useQuery(mergeListQuery(search))}
      title={t("title")}
      searchLabel={t("search")}
      empty={t("empty")}
      unit="items"
      caption={t("lead")}
      crumbs={<AppLink to="/customers">{t("customers")}</AppLink>}
      filters={{
        kind: { label: t("filter.kind"), pinned: true, word: (kind) => t(`kind.${kind}`) },
        reason: { label: t("filter.reason"), pinned: true, word: (reason) => t(`reason.${reason as CandidateReason}`) },
        decision: { label: t("filter.decision"), pinned: true, word: (decision) => t(`decision.${decision}`) },
        import_batch_id: {
          label: t("ofImport.label"),
          says: (id) => t("ofImport.number", { id }),
          about: t("ofImport.about"),
        },
      }}
      columns={mergeColumns(t)}
      minWidth={() => 960}
      icon={<IconUsersGroup size={24} aria-hidden />}
    />
  );
}

function mergeColumns(t: TFunction<["merges", "ui"]>): ColumnParts<typeof mergeList, MergeCandidate> {
  return {
    who: {
      title: t("column.who"),
      render: (one) => {
        const who = one.guest ?? one.other;
        return (
          <Stacked
            main={<strong>{who?.name}</strong>}
            sub={one.guest ? bookingOf(one.guest, t) : memberOf(one.other, t)}
          />
        );
      },
    },
    customer: {
      title: t("column.customer"),
      render: (one) =>
        one.customer ? <Stacked main={one.customer.name} sub={memberOf(one.customer, t)} /> : t("nobody"),
    },
    reasons: { title: t("column.reasons"), render: (one) => <Reasons reasons={one.reasons} /> },
    score: { title: t("column.score"), render: (one) => t("points", { count: one.score }) },
    at: { title: t("column.at"), render: (one) => <DateText value={one.created_at} withTime /> },
  };
}

/** Which reservation names the guest. */
export function bookingOf(guest: NonNullable<MergeCandidate["guest"]>, t: TFunction<["merges", "ui"]>): string {
  const { original_reservation_code: code, facility_name: facility, check_in_date } = guest;
  return t("reservation", { code, facility, date: formatDate(check_in_date) });
}

function memberOf(one: MergeCandidate["customer"], t: TFunction<["merges", "ui"]>): string | undefined {
  if (one?.member_number) return t("member", { number: one.member_number });
  return one?.email ?? one?.tel ?? undefined;
}
