import { MOST_NEEDED, POINT } from "@okaeri/domain/campaigns/results/lift";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { Card } from "../../../ui/Card.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import type { Column } from "../../../ui/table-props.ts";
import { isEditable } from "../campaign-state.ts";
import { type CampaignDetail, type LiftAnswer, liftQuery } from "../campaigns.api.ts";
import text from "../text.module.css";
import { rateText } from "./funnel-steps.ts";
import { LiftInterval } from "./LiftInterval.tsx";
import styles from "./lift.module.css";
import { endOfBars, roundedUp, writtenPoints } from "./lift-numbers.ts";

/** What the campaign brought beside not sending it; where nobody is left out, how somebody would be. Stays and the stay's own news go to all. */
export function LiftCard({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const compares = campaign.purpose === "marketing" && campaign.type !== "basic";
  const { data, error, isError, refetch } = useQuery({ ...liftQuery(campaign.id), enabled: compares });
  if (!compares) return null;
  if (isError)
    return (
      <Card title={t("lift.title")}>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card title={t("lift.title")} note={t("lift.note")}>
        <div className={styles.waiting} role="status" aria-label={t("lift.loading")} />
      </Card>
    );
  const { lift, standing_lift: standing } = data;
  if (lift === null && standing === null) return <NoneOmitted campaign={campaign} />;
  return (
    <Card title={t("lift.title")} note={t("lift.note")}>
      {lift ? <Comparison lift={lift} group={t("lift.own")} /> : null}
      {standing ? <Comparison lift={standing} group={t("lift.standing")} /> : null}
      <p className={text.quiet}>{t("lift.says")}</p>
    </Card>
  );
}

/** What a control group is, for whoever can set one. */
function NoneOmitted({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const { id, commands, control_rate: rate } = campaign;
  if (!commands.includes("edit")) return null;
  return (
    <Card title={t("lift.title")}>
      <p className={styles.what}>{rate > 0 ? t("lift.soon", { rate }) : t("lift.none")}</p>
      {rate > 0 ? null : isEditable(campaign) ? (
        <AppLink to={`/campaigns/${id}/edit`} className={text.textLink}>
          {t("lift.set")}
        </AppLink>
      ) : (
        <p className={text.quiet}>{t("lift.copied")}</p>
      )}
    </Card>
  );
}

function Comparison({ lift, group }: { lift: LiftAnswer; group: string }) {
  const { t } = useTranslation("campaigns");
  return (
    <section className={styles.comparison} aria-label={group}>
      <h3 className={text.caption}>{group}</h3>
      <Verdict lift={lift} />
      <Shares lift={lift} />
      <Stays lift={lift} caption={`${group} ${t("lift.table")}`} />
    </section>
  );
}

/** The sentence first, then what it means in guests, or how many more it takes. */
function Verdict({ lift }: { lift: LiftAnswer }) {
  const { t } = useTranslation("campaigns");
  const { difference, low, high, guests, guests_low, guests_high, needed } = lift;
  if (difference === null || low === null || high === null) return <p className={styles.verdict}>{t("lift.nobody")}</p>;
  const points = writtenPoints([difference, low, high]);
  const values = { difference: points(difference), low: points(low), high: points(high) };
  if (needed !== null)
    return (
      <>
        <p className={styles.verdict}>{t("lift.open")}</p>
        <p className={styles.what}>{t("lift.openWhy", values)}</p>
        <p className={styles.what}>{neededSays(t, needed, difference)}</p>
      </>
    );
  // Of fewer guests the bounds change places, and signs.
  const bounds = [Math.abs(guests_low ?? 0), Math.abs(guests_high ?? 0)].sort((a, b) => a - b);
  const [from = 0, to = 0] = bounds.map(formatNumber);
  return (
    <>
      <p className={styles.verdict}>{t("lift.more", values)}</p>
      {guests === null || guests === 0 ? null : (
        <p className={styles.what}>
          {t(guests > 0 ? "lift.guests.more" : "lift.guests.fewer", {
            n: formatCount(Math.abs(guests), "people"),
            from,
            to,
          })}
        </p>
      )}
    </>
  );
}

function neededSays(
  t: ReturnType<typeof useTranslation<"campaigns">>["t"],
  needed: number,
  difference: number,
): string {
  if (needed === 0) return t("lift.needed.shows");
  if (needed >= MOST_NEEDED) return t("lift.needed.most", { n: formatCount(MOST_NEEDED, "people") });
  const n = formatCount(roundedUp(needed), "people");
  return t(Math.abs(difference) < POINT ? "lift.needed.point" : "lift.needed.asNow", { n });
}

/** Both shares as bars from zero, each with its counts, and their difference beneath. */
function Shares({ lift }: { lift: LiftAnswer }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const groups = groupsOf(lift);
  const end = endOfBars(groups.map(({ guests, stayed }) => (guests === 0 ? 0 : stayed / guests)));
  return (
    <div className={styles.shares}>
      {groups.map(({ key, guests, stayed }) => {
        const width = guests === 0 ? 0 : (stayed / guests / end) * 100;
        return (
          <div key={key} className={styles.share}>
            <span>{t(`lift.${key}`)}</span>
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} data-group={key} style={{ width: `${width}%` }} />
            </span>
            <span className="num">
              {guests === 0 ? null : <strong>{t("ui:percent", { n: rateText(stayed, guests) })}</strong>}{" "}
              {t("lift.counts", { whole: formatCount(guests, "people"), part: formatCount(stayed, "people") })}
            </span>
          </div>
        );
      })}
      <LiftInterval lift={lift} />
    </div>
  );
}

/** Stays and what was spent, as they are. */
function Stays({ lift, caption }: { lift: LiftAnswer; caption: string }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const columns: Column<Group>[] = [
    { key: "group", title: t("lift.group"), render: ({ key }) => t(`lift.${key}`) },
    { key: "stays", title: t("lift.stays"), align: "right", render: ({ stays }) => formatCount(stays, "items") },
    { key: "spent", title: t("lift.spent"), align: "right", render: ({ price }) => formatCount(price, "yen") },
    {
      key: "each",
      title: t("lift.each"),
      align: "right",
      render: ({ guests, price }) => (guests === 0 ? t("ui:none") : formatCount(Math.round(price / guests), "yen")),
    },
  ];
  return (
    <DataTable caption={caption} columns={columns} rows={[...groupsOf(lift)]} rowKey={({ key }) => key} empty={null} />
  );
}

type Group = ReturnType<typeof groupsOf>[number];

function groupsOf(lift: LiftAnswer) {
  return [
    {
      key: "treated",
      guests: lift.treated,
      stayed: lift.treated_stayed,
      stays: lift.treated_stays,
      price: lift.treated_use_price,
    },
    {
      key: "control",
      guests: lift.control,
      stayed: lift.control_stayed,
      stays: lift.control_stays,
      price: lift.control_use_price,
    },
  ] as const;
}
