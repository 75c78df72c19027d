import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { NewRecordPage } from "../../parts/records/NewRecordPage.tsx";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RankFields } from "./RankFields.tsx";
import { RankPreviewCard } from "./RankPreviewCard.tsx";
import { suggestedRows } from "./rank-draft.ts";
import { type Rank, type RankSuggestion, rankSuggestionQuery } from "./ranks.api.ts";
import { type RankForm, useRankForm } from "./use-rank-form.ts";

const BASE_MONTHS = 24;

/** The first definition of an account: it starts from what fits its own guests (product §7). */
export function RankNewPage({ suggested, today }: { suggested: RankSuggestion; today: string }) {
  const { t } = useTranslation("ranks");
  const go = useGo();
  const names = useTierNames();
  const form = useRankForm(
    {
      first: {
        definition: "stay",
        base_month: BASE_MONTHS,
        active_month: 12,
        base_date: 1,
        use_point_unit: 100,
        details: suggestedRows("stay", suggested, names),
        valid_from: today,
      },
    },
    today,
  );
  const create = async () => {
    if ((await form.save()) === undefined) return;
    notify("success", t("form.created"));
    await go("/ranks");
  };
  return (
    <NewRecordPage
      title={t("form.newTitle")}
      lead={t(suggested.own ? "form.newLead" : "form.newLeadFew", { n: formatCount(suggested.customers, "people") })}
      crumbs={<AppLink to="/ranks">{t("title")}</AppLink>}
      list="/ranks"
      form={form}
      onSubmit={create}
      submit={t("form.create")}
    >
      <RankFields form={form} suggest={<SuggestButton form={form} />} />
      <RankPreviewCard rank={undefined} values={form.values} today={today} />
    </NewRecordPage>
  );
}

/** A changed definition, with what it changes before it is saved. */
export function RankEditPage({ rank, today }: { rank: Rank; today: string }) {
  const { t } = useTranslation("ranks");
  const go = useGo();
  const form = useRankForm({ rank }, today);
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        count={rank.account_name}
        caption={rank.coming ? t("form.editComing", { day: formatDate(rank.coming.valid_from) }) : t("form.editLead")}
        crumbs={<AppLink to="/ranks">{t("title")}</AppLink>}
      />
      <RecordForm
        form={form}
        onSaved={({ values }) => {
          notify(
            "success",
            values.valid_from > today ? t("form.coming", { day: formatDate(values.valid_from) }) : t("form.saved"),
          );
          return go("/ranks");
        }}
      >
        <RankFields form={form} />
        <RankPreviewCard rank={rank} values={form.values} today={today} />
      </RecordForm>
    </>
  );
}

/** What tiers are called until somebody calls them otherwise, from the entry tier upwards. */
function useTierNames() {
  const { t } = useTranslation("ranks");
  return [t("form.names.entry"), t("form.names.third"), t("form.names.second"), t("form.names.best")];
}

/** Puts tiers in place of the typed ones that fit the account's guests by what is chosen to count. */
function SuggestButton({ form }: { form: RankForm }) {
  const { t } = useTranslation("ranks");
  const names = useTierNames();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const suggest = async () => {
    setAsking(true);
    try {
      const { definition, base_month } = form.values;
      const suggested = await cache.fetchQuery(rankSuggestionQuery(definition, Number(base_month) || BASE_MONTHS));
      form.change({ details: suggestedRows(definition, suggested, names) });
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button leftSection={<IconWand size={16} aria-hidden />} loading={asking} onClick={() => void suggest()}>
      {t("form.suggest")}
    </Button>
  );
}
