import type { campaignList } from "@okaeri/contract/lists/campaigns";
import type { TFunction } from "i18next";
import type { ColumnParts } from "../../../parts/lists/list-columns.ts";
import { formatCount, formatDate, tokyoDay } from "../../../ui/format.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { campaignState, periodDay, STATE_KINDS } from "../campaign-state.ts";
import type { CampaignItem } from "../campaigns.api.ts";
import { SendingShare } from "../delivery/SendingShare.tsx";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./list.module.css";

type T = TFunction<["campaigns", "ui"]>;

/** Columns of the campaign list. */
export function campaignColumns(
  t: T,
  today: string | undefined,
  named: (label: string) => string,
  mayCreate: boolean,
): ColumnParts<typeof campaignList, CampaignItem> {
  return {
    name: { title: t("column.name"), render: (one) => <strong>{one.name || t("edit.unnamed")}</strong> },
    type: {
      title: t("column.type"),
      render: (one) => (
        <span className={styles.nowrap}>
          <Stacked main={t(`type.${one.type}.name`)} sub={one.preset_type && t(`preset.${one.preset_type}`)} />
        </span>
      ),
    },
    state: {
      title: t("column.state"),
      render: (one) => {
        const state = campaignState(one, today);
        return state === "sending" ? (
          <SendingShare id={one.id} />
        ) : (
          <Tag kind={STATE_KINDS[state]}>{t(`state.${state}`)}</Tag>
        );
      },
    },
    campaign_start_dt: {
      title: t("column.period"),
      render: (one) => (
        <span className={styles.nowrap}>
          <Period item={one} t={t} />
        </span>
      ),
    },
    next_run: { title: t("runs.next"), render: (one) => <NextRun item={one} t={t} /> },
    actions: {
      title: t("column.actions"),
      render: (one) =>
        one.action_types.length === 0 ? (
          t("ui:none")
        ) : (
          <span className={styles.tags}>
            {one.action_types.map((type) => (
              <Tag key={type}>{t(`action.${type}.short`)}</Tag>
            ))}
          </span>
        ),
    },
    recipients: {
      title: named(t("figure.reached")),
      render: (one) => (
        <Stacked
          main={<CountText value={started(one) ? (one.figures?.reached ?? one.paid_guests) : null} unit="people" />}
          sub={one.figures?.opened || one.figures?.clicked ? reactionsText(one.figures, t) : undefined}
        />
      ),
    },
    points: {
      title: named(t("column.points")),
      render: (one) => (
        <Stacked
          main={<CountText value={started(one) ? one.points_granted : null} unit="points" />}
          sub={one.points_reversed > 0 && t("column.reversed", { n: formatCount(one.points_reversed, "points") })}
        />
      ),
    },
    attributed: {
      title: named(t("attributed.reserved")),
      render: (one) => (
        <Stacked
          main={<CountText value={one.attributed?.reserved ?? null} unit="items" />}
          sub={
            one.attributed?.transacted
              ? `${t("attributed.transacted")} ${formatCount(one.attributed.transacted, "items")} ${formatCount(one.attributed.use_price, "yen")}`
              : undefined
          }
        />
      ),
    },
    sent: { title: t("column.lastSent"), render: (one) => <Day value={one.last_sent_at} /> },
    updated_at: { title: t("column.updated"), render: (one) => <Day value={one.updated_at} /> },
    copy: mayCreate
      ? {
          title: t("column.copy"),
          width: 64,
          render: (one) => <CopyButton id={one.id} name={one.name.trim() || t("edit.unnamed")} />,
        }
      : undefined,
  };
}

/** What came of messages, in the fewest words. */
const reactionsText = (figures: NonNullable<CampaignItem["figures"]>, t: T) =>
  (["opened", "clicked"] as const)
    .map((name) => `${t(`figure.${name}`)} ${formatCount(figures[name], "people")}`)
    .join(t("ui:save.separator"));

/** Before a first send, or a first switching on, there is nothing to count. */
function started(one: CampaignItem): boolean {
  return one.status !== "inactive" || one.last_sent_at !== null || one.points_granted > 0;
}

function Period({ item, t }: { item: CampaignItem; t: T }) {
  const [start, end] = [periodDay(item.campaign_start_dt), periodDay(item.campaign_end_dt)];
  if (start === null && end === null) return t("period.open");
  if (start === null) return t("period.until", { end: end && formatDate(end) });
  return (
    <Stacked
      main={t("period.from", { start: formatDate(start) })}
      sub={end === null ? undefined : t("period.until", { end: formatDate(end) })}
    />
  );
}

/** Its own next moment; a campaign that waits for its guests has none. */
function NextRun({ item, t }: { item: CampaignItem; t: T }) {
  const waitsForGuests = item.automatic && item.status === "active" && item.next_run === null;
  return waitsForGuests ? t("runs.byGuests") : <Moment value={item.next_run?.at ?? null} />;
}

/** The time of day is on the campaign's page. */
function Day({ value }: { value: string | null }) {
  return (
    <span className={styles.nowrap}>
      <DateText value={value && tokyoDay(value)} />
    </span>
  );
}

function Moment({ value }: { value: string | null }) {
  return (
    <span className={styles.nowrap}>
      <DateText value={value} withTime />
    </span>
  );
}
