import { Button } from "@mantine/core";
import { sharesOfAction } from "@okaeri/domain/campaigns/variants";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../../api/app-error.ts";
import { client } from "../../../../api/client.ts";
import { notify } from "../../../../shell/toasts.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { formatCount, formatDateTime, type Unit } from "../../../../ui/format.ts";
import { wordingsOf } from "../../actions/mail/mail-draft.ts";
import { useSharesSentence } from "../../actions/mail/use-shares-sentence.ts";
import { type CampaignDetail, type Comparison, showCampaign, variantsQuery } from "../../campaigns.api.ts";
import { MailWords } from "../../mails/MailWords.tsx";
import text from "../../text.module.css";
import { COMPARED_SHARES, percent, telling } from "./compared-letters.ts";
import styles from "./letters.module.css";

/** Where a to-do leads. */
export const COMPARISON_PLACE = "compared-texts";

/** Texts that are compared, with what came of each, and the choice for those who wait; nothing where the campaign has one text each. */
export function LetterComparison({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const several = campaign.segments.some(({ actions }) => actions.some((action) => sharesOfAction(action).length > 1));
  const answer = useQuery({ ...variantsQuery(campaign.id, campaign.sending), enabled: several });
  if (!several) return null;
  return (
    <div id={COMPARISON_PLACE}>
      <Card title={t("letters.title")}>
        {answer.isError ? (
          <ErrorState message={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : answer.data === undefined ? (
          <p className={text.quiet} role="status">
            {t("letters.loading")}
          </p>
        ) : (
          answer.data.items.map((comparison) => (
            <OneComparison key={comparison.action_id} campaign={campaign} comparison={comparison} />
          ))
        )}
      </Card>
    </div>
  );
}

type OneComparisonProps = { campaign: CampaignDetail; comparison: Comparison };

function OneComparison({ campaign, comparison }: OneComparisonProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const sentence = useSharesSentence();
  const [asking, setAsking] = useState<Comparison["letters"][number]["variant"]>();
  const { action_id, priority_seq: n, letters, rest } = comparison;
  const action = campaign.segments.flatMap(({ actions }) => actions).find(({ id }) => id === action_id);
  const texts = action === undefined ? [] : wordingsOf([action]);
  const waiting = formatCount(rest?.waiting ?? 0, "people");
  const choose = async () => {
    if (rest === null || asking === undefined) return;
    const { id, version } = campaign;
    try {
      const chosen = { id, version, push_action_id: rest.push_action_id, variant: asking };
      showCampaign(await client.campaigns.chooseVariant(chosen));
      notify("success", t("letters.chosen", { letter: asking }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <section className={styles.comparison} aria-label={t("segment.title", { n })}>
      {campaign.segments.length > 1 ? <h3 className={text.caption}>{t("segment.title", { n })}</h3> : null}
      <p className={styles.says}>{sentence(letters)}</p>
      {letters.some(({ delivered }) => delivered > 0) ? (
        <ul className={styles.verdicts}>
          {COMPARED_SHARES.map((figure) => {
            const letter = telling(letters, figure);
            return (
              <li key={figure}>
                {letter === null ? t(`letters.open.${figure}`) : t(`letters.tells.${figure}`, { letter })}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className={text.quiet}>{t("letters.none")}</p>
      )}
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <li key={letter.variant} className={styles.letter} data-chosen={rest?.chosen === letter.variant || undefined}>
            <h4 className={styles.name}>
              {t("mail.letter.name", { letter: letter.variant })}
              <small>{t("mail.letter.percent", { share: letter.share })}</small>
            </h4>
            <p className={styles.subject}>
              <MailWords words={texts.find(({ variant }) => variant === letter.variant)?.title ?? ""} />
            </p>
            <Figures letter={letter} />
            {rest?.may_choose ? (
              <Button fullWidth onClick={() => setAsking(letter.variant)}>
                {t("letters.choose", { letter: letter.variant })}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={text.quiet}>{t("letters.note")}</p>
      {rest === null ? null : (
        <p className={styles.says} role="status">
          {rest.chosen === null
            ? rest.waiting > 0
              ? t("letters.waiting", { people: waiting })
              : null
            : t("letters.decided", {
                letter: rest.chosen,
                name: rest.chosen_by_name ?? "",
                at: formatDateTime(rest.chosen_at ?? ""),
              })}
          {rest.chosen !== null && rest.waiting > 0 ? t("letters.onTheWay", { people: waiting }) : null}
        </p>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t("letters.chooseTitle", { letter: asking ?? "", people: waiting })}
        confirm={t("letters.choose", { letter: asking ?? "" })}
        onConfirm={choose}
      >
        {t(campaign.status === "stopped" ? "letters.chooseStopped" : "letters.chooseText")}
      </ConfirmDialog>
    </section>
  );
}

/** What came of one text, each share with the guests it is of and within what it lies. */
function Figures({ letter }: { letter: Comparison["letters"][number] }) {
  const { t } = useTranslation("campaigns");
  const { delivered } = letter;
  const plain = [
    ["delivered", "people"],
    ["unsubscribed", "people"],
    ["reserved", "items"],
    ["transacted", "items"],
  ] as const satisfies readonly (readonly [keyof typeof letter, Unit])[];
  const [first, ...others] = plain.map(([name, unit]) => (
    <div key={name}>
      <dt>{t(`results.figure.${name}`)}</dt>
      <dd>{formatCount(letter[name], unit)}</dd>
    </div>
  ));
  return (
    <dl className={styles.figures}>
      {first}
      {COMPARED_SHARES.map((name) => {
        const interval = letter[`${name}_interval`];
        return (
          <div key={name}>
            <dt>{t(`results.figure.${name}`)}</dt>
            <dd>
              {formatCount(letter[name], "people")}
              {interval === null ? null : (
                <>
                  <small>
                    {t("letters.share", {
                      n: percent(letter[name] / delivered),
                      low: percent(interval.low),
                      high: percent(interval.high),
                    })}
                  </small>
                  <span
                    className={styles.range}
                    style={
                      { "--low": interval.low, "--high": interval.high, "--at": letter[name] / delivered } as object
                    }
                    aria-hidden
                  />
                </>
              )}
            </dd>
          </div>
        );
      })}
      {others}
    </dl>
  );
}
