import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { type Loaded, useRecordForm } from "../../parts/records/use-record-form.ts";
import { inputOf, type RankValues, rankFormValues, rankProblems } from "./rank-draft.ts";
import { type Rank, ranksChanged } from "./ranks.api.ts";

type Start = { rank: Rank } | { first: RankValues };

/** A definition being made or changed. */
export function useRankForm(start: Start, today: string) {
  const { t } = useTranslation("ranks");
  const rank = "rank" in start ? start.rank : undefined;
  const loadedOf = (one: Rank): Loaded<RankValues> => ({ version: one.version, values: rankFormValues(one, today) });
  const [loaded] = useState(() => ("rank" in start ? loadedOf(start.rank) : { version: 0, values: start.first }));
  return useRecordForm<RankValues>({
    name: rank ? `ranks/${rank.id}` : "ranks/new",
    call: rank ? "ranks.update" : "ranks.create",
    loaded,
    labels: {
      definition: t("form.definition"),
      base_month: t("form.baseMonth"),
      active_month: t("form.activeMonth"),
      base_date: t("form.baseDate"),
      details: t("form.tiers"),
      use_point_unit: t("form.unit"),
      valid_from: t("form.validFrom"),
    },
    check: (values) => rankProblems(values, today),
    save: async ({ version, values }) => {
      const edit = inputOf(values);
      const saved = rank
        ? await client.ranks.update({ ...edit, id: rank.id, version })
        : await client.ranks.create(edit);
      ranksChanged();
      return loadedOf(saved);
    },
    ...(rank ? { newest: async () => loadedOf(await client.ranks.get({ id: rank.id })) } : {}),
  });
}

export type RankForm = ReturnType<typeof useRankForm>;
