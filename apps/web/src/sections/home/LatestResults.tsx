import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import { api } from "../../api/client.ts";
import type { ItemOf } from "../../api/records.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useRowLink } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText } from "../../ui/values.tsx";
import styles from "./home.module.css";

type Sent = ItemOf<typeof client.campaigns.list>;

const SHOWN = 3;

/** What came of the campaigns that were sent last; nothing before the first. */
export function LatestResults({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation(["home", "campaigns", "ui"]);
  const rowLink = useRowLink();
  const { data } = useQuery({
    ...api.campaigns.list.queryOptions({ input: { page: 1, size: 20, sort: "-last_sent_at" } }),
    enabled,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const columns = useMemo(
    (): Column<Sent>[] => [
      {
        key: "name",
        title: t("campaigns:column.name"),
        render: (one) => (
          <Stacked
            main={<strong>{one.name || t("campaigns:edit.unnamed")}</strong>}
            sub={<DateText value={one.last_sent_at} withTime />}
          />
        ),
      },
      figure("reached", t("campaigns:figure.reached"), (one) => one.figures?.reached, "people"),
      figure("reserved", t("campaigns:attributed.reserved"), (one) => one.attributed?.reserved, "items"),
      figure("transacted", t("campaigns:attributed.transacted"), (one) => one.attributed?.transacted, "items"),
      figure("use_price", t("campaigns:attributed.use_price"), (one) => one.attributed?.use_price, "yen"),
    ],
    [t],
  );
  const sent = (data?.items ?? []).filter(({ last_sent_at: at }) => at !== null).slice(0, SHOWN);
  if (sent.length === 0) return null;
  return (
    <div className={styles.coming}>
      <Card flush title={t("latest.title")} aside={<AppLink to="/campaigns">{t("latest.all")}</AppLink>}>
        <DataTable
          caption={t("latest.title")}
          columns={columns}
          rows={sent}
          rowKey={(one) => one.id}
          row={rowLink((one: Sent) => `/campaigns/${one.id}`)}
          empty={null}
        />
      </Card>
    </div>
  );
}

function figure(
  key: string,
  title: string,
  of: (one: Sent) => number | undefined,
  unit: "people" | "items" | "yen",
): Column<Sent> {
  return { key, title, align: "right", render: (one) => <CountText value={of(one)} unit={unit} /> };
}
