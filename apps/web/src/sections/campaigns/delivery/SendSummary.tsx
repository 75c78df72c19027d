import type { SendFigure } from "@okaeri/contract/campaigns/results/figure-words";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import type { Reaction } from "@okaeri/domain/pushes/reactions";
import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../../parts/accounts/use-programme-label.ts";
import { formatCount } from "../../../ui/format.ts";
import { SummaryStrip } from "../../../ui/SummaryStrip.tsx";
import { sentKind } from "../actions/kinds.ts";
import { benefitsOnlyWords } from "../audience/benefits-only.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { CampaignSearchParams } from "../campaigns.search.ts";
import { Figure } from "../results/Figure.tsx";
import text from "../text.module.css";

type SendSummaryProps = { campaign: CampaignDetail; onShow: (change: CampaignSearchParams) => void };

/**
 * Of all sends: whom they meant and what became of those whom the way from send to stay does not tell. What failed or is unknown of
 * messages stands with what is to be done.
 */
export function SendSummary({ campaign, onShow }: SendSummaryProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = useProgrammeLabel();
  const { figures, totals } = campaign;
  if (figures === null) return null;
  const messages = totals.some(({ type }) => isMessage(type));
  const shown = (name: SendFigure) => ({
    label: t(`figure.${name}`),
    value: <Figure value={figures[name]} unit="people" />,
  });
  const reacted = (name: Reaction) => ({
    label: t(`figure.${name}`),
    value: (
      <button type="button" className={text.textLink} onClick={() => onShow({ tab: "recipients", reaction: name })}>
        <Figure value={figures[name]} unit="people" />
      </button>
    ),
  });
  const sentKinds = totals.flatMap(({ type }) => sentKind(type)?.type ?? []);
  const items = [
    figures.sends > 1 ? { ...shown("targets"), label: t("figure.targets_of_sends") } : shown("targets"),
    ...(figures.benefits_only > 0 ? [{ ...shown("benefits_only"), label: benefitsOnlyWords(t, sentKinds) }] : []),
    ...(["omitted", "waiting", "called_off", ...(messages ? [] : (["failed", "unknown"] as const))] as const)
      .filter((name) => figures[name] > 0)
      .map(shown),
    ...(["bounced", "complained"] as const).filter((name) => figures[name] > 0).map(reacted),
    ...(campaign.points_granted > 0 ? [pointsItem(campaign, t)] : []),
  ];
  return (
    <section aria-label={t("results.ofSends")}>
      <h2 className={text.caption}>{t("results.ofSends")}</h2>
      <SummaryStrip items={items.map((item) => ({ ...item, label: named(item.label) }))} />
    </section>
  );
}

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

/** What the ledger granted for it, and what of that was taken back. */
export function pointsItem({ points_granted, points_reversed }: CampaignDetail, t: T) {
  return {
    label: t("column.points"),
    value: <Figure value={points_granted} unit="points" />,
    note: points_reversed > 0 ? t("column.reversed", { n: formatCount(points_reversed, "points") }) : undefined,
  };
}
