import { Button } from "@mantine/core";
import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { sharesOfAction, type WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount, formatDateTime, type Unit } from "../../../ui/format.ts";
import { kindOf } from "../actions/kinds.ts";
import { type CampaignDetail, type Comparison, showCampaign, variantsQuery } from "../campaigns.api.ts";
import layout from "../layout.module.css";
import text from "../text.module.css";
import { useSharesSentence } from "../variants/use-shares-sentence.ts";
import { type Compared, percentText, telling } from "./compared-variants.ts";
import styles from "./variants.module.css";

/** Where a to-do leads. */
export const COMPARISON_PLACE = "compared-texts";

/** What is compared, with what came of each, and the choice for those who wait; nothing where the campaign has one of each. */
export function VariantComparison({ campaign }: { campaign: CampaignDetail }) {
  const compared = campaign.segments.flatMap(({ actions }) =>
    actions.flatMap((action) => (sharesOfAction(action).length > 1 ? [action.type as KindWithVariants] : [])),
  );
  if (compared.length === 0) return null;
  return (
    <div id={COMPARISON_PLACE} className={layout.stack}>
      {[...new Set(compared)].map((kind) => (
        <OfKind key={kind} kind={kind} campaign={campaign} />
      ))}
    </div>
  );
}

function OfKind({ kind, campaign }: { kind: KindWithVariants; campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const answer = useQuery(variantsQuery(campaign.id, campaign.sending));
  return (
    <Card title={t(`variants.${kind}.title`)}>
      {answer.isError ? (
        <ErrorState message={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <p className={text.quiet} role="status">
          {t(`variants.${kind}.loading`)}
        </p>
      ) : (
        answer.data.items
          .filter(({ type }) => type === kind)
          .map((comparison) => (
            <OneComparison key={comparison.action_id} campaign={campaign} kind={kind} comparison={comparison} />
          ))
      )}
    </Card>
  );
}

type OneComparisonProps = { campaign: CampaignDetail; kind: KindWithVariants; comparison: Comparison };

function OneComparison({ campaign, kind, comparison }: OneComparisonProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const sentence = useSharesSentence();
  const [asking, setAsking] = useState<Variant>();
  const { action_id, priority_seq: n, variants, rest } = comparison;
  const action = campaign.segments.flatMap(({ actions }) => actions).find(({ id }) => id === action_id);
  const held = action === undefined ? [] : detailsOf(action).map(({ detail }) => detail as WithVariants | null);
  const nameOf = (variant: Variant) => t(`${kind}.variantWords.name`, { variant });
  const compared = kindOf(kind).delivery?.compared;
  const waiting = formatCount(rest?.waiting ?? 0, "people");
  const choose = async () => {
    if (rest === null || asking === undefined) return;
    const { id, version } = campaign;
    try {
      const chosen = { id, version, push_action_id: rest.push_action_id, variant: asking };
      showCampaign(await client.campaigns.chooseVariant(chosen));
      notify("success", t("variants.chosen", { name: nameOf(asking) }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  if (compared === undefined) return null;
  const { of, shares, Says } = compared;
  return (
    <section className={styles.comparison} aria-label={t("segment.title", { n })}>
      {campaign.segments.length > 1 ? <h3 className={text.caption}>{t("segment.title", { n })}</h3> : null}
      {rest?.chosen ? null : <p className={styles.says}>{sentence(kind, variants)}</p>}
      {variants.some((entry) => entry[of] > 0) ? (
        <ul className={styles.verdicts}>
          {shares.map((figure) => {
            const entry = telling(variants, figure, of);
            return (
              <li key={figure}>
                {entry === null ? t(`variants.open.${figure}`) : t(`variants.tells.${figure}`, { name: nameOf(entry) })}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className={text.quiet}>{t(`variants.${kind}.none`)}</p>
      )}
      <ul className={styles.variants}>
        {variants.map((entry) => {
          const detail = held.find((one) => one?.variant === entry.variant);
          return (
            <li key={entry.variant} className={styles.entry} data-chosen={rest?.chosen === entry.variant || undefined}>
              <h4 className={styles.name}>
                {nameOf(entry.variant)}
                <small>{t("compare.percent", { share: entry.share })}</small>
              </h4>
              <p className={styles.subject}>{detail ? <Says detail={detail} /> : null}</p>
              <Figures entry={entry} compared={compared} />
              {rest?.may_choose ? (
                <Button fullWidth onClick={() => setAsking(entry.variant)}>
                  {t("variants.choose", { name: nameOf(entry.variant) })}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <p className={text.quiet}>{t(`variants.${kind}.note`)}</p>
      {rest === null ? null : (
        <p className={styles.says} role="status">
          {rest.chosen === null
            ? rest.waiting > 0
              ? t("variants.waiting", { people: waiting })
              : null
            : t("variants.decided", {
                name: nameOf(rest.chosen),
                by: rest.chosen_by_name ?? "",
                at: formatDateTime(rest.chosen_at ?? ""),
              })}
          {rest.chosen !== null && rest.waiting > 0 ? t("variants.onTheWay", { people: waiting }) : null}
        </p>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t("variants.chooseTitle", { name: asking ? nameOf(asking) : "", people: waiting })}
        confirm={t("variants.choose", { name: asking ? nameOf(asking) : "" })}
        onConfirm={choose}
      >
        {t(campaign.status === "stopped" ? "variants.chooseStopped" : "variants.chooseText")}
      </ConfirmDialog>
    </section>
  );
}

type FiguresProps = { entry: Comparison["variants"][number]; compared: Compared };

/** What came of one letter, each share with the guests it is of and within what it lies. */
function Figures({ entry, compared: { of, shares, counts } }: FiguresProps) {
  const { t } = useTranslation("campaigns");
  const plain = (name: typeof of | (typeof counts)[number], unit: Unit) => (
    <div key={name}>
      <dt>{t(`results.figure.${name}`)}</dt>
      <dd>{formatCount(entry[name], unit)}</dd>
    </div>
  );
  return (
    <dl className={styles.figures}>
      {plain(of, "people")}
      {shares.map((name) => {
        const interval = entry[`${name}_interval`];
        return (
          <div key={name}>
            <dt>{t(`results.figure.${name}`)}</dt>
            <dd>
              {formatCount(entry[name], "people")}
              {interval === null ? null : (
                <>
                  <small>
                    {t("variants.share", {
                      n: percentText(entry[name] / entry[of]),
                      low: percentText(interval.low),
                      high: percentText(interval.high),
                    })}
                  </small>
                  <span
                    className={styles.range}
                    style={
                      { "--low": interval.low, "--high": interval.high, "--at": entry[name] / entry[of] } as object
                    }
                    aria-hidden
                  />
                </>
              )}
            </dd>
          </div>
        );
      })}
      {counts.map((name) => plain(name, name === "unsubscribed" ? "people" : "items"))}
    </dl>
  );
}
