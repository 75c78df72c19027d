import { GUEST_CAMPAIGN_DAYS } from "@okaeri/contract/campaigns/delivery/why-not";
import { IconCheck, IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useOwnProgramme } from "../../parts/accounts/use-programme-label.ts";
import { useConditionWords } from "../../parts/campaigns/conditions/condition-text.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useSide } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { ListTable } from "../../ui/ListTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { ViewSwitch } from "../../ui/ViewSwitch.tsx";
import { DateText } from "../../ui/values.tsx";
import styles from "./CustomerCampaigns.module.css";
import { customerDetailQuery, type DetailSearch, type GuestCampaignItem, historyQueries } from "./customers.api.ts";

type Words = TFunction<["customers", "campaigns", "ui"]>;

const pageOf = (one: GuestCampaignItem) => `/campaigns/${one.campaign_id}`;
const DAYS = { days: GUEST_CAMPAIGN_DAYS };
const SHOWN = ["all", "got", "not"] as const;
const EMPTY = { all: "none", got: "noneGot", not: "noneNot" } as const;

/** Which campaigns came to the guest lately, which did not, and why. */
export function CustomerCampaigns({ id, search }: { id: number; search: DetailSearch }) {
  const { t } = useTranslation(["customers", "campaigns", "ui"]);
  const go = useGo();
  const href = useHref();
  const { data: customer } = useQuery(customerDetailQuery(id));
  const mayEdit = customer?.page_actions.includes("edit") ?? false;
  const columns = useMemo(() => columnsOf(id, mayEdit, t), [id, mayEdit, t]);
  const shown = search.got ?? "all";
  const show = (change: Pick<DetailSearch, "page" | "size" | "got">) =>
    void go(`/customers/${id}`, { tab: "campaigns", size: search.size, got: search.got, ...change });
  return (
    <div>
      <p className={styles.note}>{t("customers:campaigns.note", DAYS)}</p>
      <ListTable
        title={t("tab.campaigns")}
        caption={t("tab.campaigns")}
        aside={
          <ViewSwitch
            label={t("customers:campaigns.show")}
            value={shown}
            onChange={(got) => show({ got: got === "all" ? undefined : got })}
            views={SHOWN.map((value) => ({ value, label: t(`customers:campaigns.${value}`) }))}
          />
        }
        rows={useQuery(historyQueries.campaigns(id, search))}
        columns={columns}
        rowKey={(one) => one.key}
        row={{ href: (one) => href(pageOf(one)), open: (one) => void go(pageOf(one)) }}
        search={search}
        unit="items"
        onShow={({ page, size = search.size }) => show({ page, size })}
        minWidth={820}
        skeletonRows={5}
        empty={
          <EmptyState
            sentence={t(`customers:campaigns.${EMPTY[shown]}`, DAYS)}
            icon={<IconHistory size={24} aria-hidden />}
          />
        }
      />
    </div>
  );
}

function columnsOf(id: number, mayEdit: boolean, t: Words): Column<GuestCampaignItem>[] {
  return [
    {
      key: "campaign",
      title: t("customers:campaigns.campaign"),
      render: (one) => (
        <Stacked
          main={one.campaign_name || t("campaigns:edit.unnamed")}
          sub={t(`campaigns:action.${one.action_type}.short`)}
        />
      ),
    },
    {
      key: "at",
      title: t("customers:campaigns.at"),
      render: (one) =>
        one.stay_on === null ? (
          <DateText value={one.at} withTime />
        ) : (
          <Stacked main={<DateText value={one.stay_on} />} sub={t("customers:campaigns.stay")} />
        ),
    },
    {
      key: "result",
      title: t("customers:campaigns.result"),
      render: (one) => (
        <Stacked
          main={<Result one={one} />}
          sub={one.points === null ? undefined : formatCount(one.points, "points")}
        />
      ),
    },
    { key: "why", title: t("customers:campaigns.why"), render: (one) => <Why id={id} one={one} mayEdit={mayEdit} /> },
  ];
}

function Result({ one: { got, reason } }: { one: GuestCampaignItem }) {
  const { t } = useTranslation("customers");
  if (got)
    return (
      <Tag kind="success">
        <IconCheck size={12} aria-hidden /> {t("campaigns.got")}
      </Tag>
    );
  if (reason === "waiting") return <Tag kind="info">{t("campaigns.waiting")}</Tag>;
  if (reason === "unknown") return <Tag kind="warning">{t("campaigns.unknown")}</Tag>;
  return <Tag>{t("campaigns.not")}</Tag>;
}

/** Where reasons that somebody can change are changed: of the guest, or in the programme's rules of sending. */
const CHANGED_IN = { no_consent: "guest", no_address: "guest", capped: "rules", quiet: "rules" } as const;
const isChanged = (reason: GuestCampaignItem["reason"]): reason is keyof typeof CHANGED_IN =>
  reason !== null && reason in CHANGED_IN;

/** The sentence, by what it was judged, and where whoever may change it finds it. */
function Why({ id, one, mayEdit }: { id: number; one: GuestCampaignItem; mayEdit: boolean }) {
  const { t } = useTranslation(["customers", "ui"]);
  const { detail, judged_by: judgedBy, guest_message_id: message, unmet } = one;
  if (detail === null && message === null) return <>{t("ui:none")}</>;
  return (
    <span className={styles.why}>
      {detail === null ? null : <span>{detail}</span>}
      {unmet.length === 0 ? null : <Unmet rules={unmet} />}
      {judgedBy === null ? null : (
        <small>{t(judgedBy === "then" ? "campaigns.judgedThen" : "campaigns.judgedToday")}</small>
      )}
      <Change id={id} reason={one.reason} mayEdit={mayEdit} />
      {message === null ? null : (
        <AppLink to={`/customers/${id}`} search={{ tab: "messages", message }}>
          {t("campaigns.read")}
        </AppLink>
      )}
    </span>
  );
}

function Change({ id, reason, mayEdit }: { id: number; reason: GuestCampaignItem["reason"]; mayEdit: boolean }) {
  const { t } = useTranslation("customers");
  const { administrator } = useSide();
  const programme = useOwnProgramme();
  if (!isChanged(reason)) return null;
  const ofRules = administrator && programme !== undefined ? `/accounts/${programme}/sender` : null;
  const to = CHANGED_IN[reason] === "rules" ? ofRules : mayEdit ? `/customers/${id}` : null;
  return to === null ? null : <AppLink to={to}>{t(`campaigns.change.${reason}`)}</AppLink>;
}

function Unmet({ rules }: { rules: GuestCampaignItem["unmet"] }) {
  const { t } = useTranslation(["customers", "ui"]);
  const words = useConditionWords();
  const ruleTexts = rules.flatMap((one) => ("rules" in one ? [] : [words.rule(one)]));
  return (
    <span>
      {t("campaigns.unmet")} {ruleTexts.join(t("ui:filter.separator"))}
    </span>
  );
}
