import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { tokyoDay } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";

type Status = "active" | "inactive";
type Listed = { id: number; name: string; active_status: Status; updated_at: string };

/** Whether a record is in use. */
export function useStatusColumn() {
  const { t } = useTranslation(["fields", "ui"]);
  return {
    title: t("record.status"),
    render: ({ active_status }: { active_status: Status }) => (
      <Tag kind={active_status === "active" ? "neutral" : "danger"}>{t(`ui:activeStatus.${active_status}`)}</Tag>
    ),
  };
}

/** What the lists of records have in common; their page asks for the words of `fields`. */
export function useRecordColumns<Row extends Listed>(path: string, whyNotEdit: (record: Row) => string | undefined) {
  const { t } = useTranslation(["fields", "ui"]);
  const go = useGo();
  return {
    status: useStatusColumn(),
    updated_at: {
      title: t("record.updated"),
      render: ({ updated_at }: Row) => (
        <span style={{ whiteSpace: "nowrap" }}>
          <DateText value={tokyoDay(updated_at)} />
        </span>
      ),
    },
    actions: {
      title: t("record.actions"),
      render: (record: Row) => (
        <ReasonedButton
          size="xs"
          variant="subtle"
          label={t("record.editOf", { name: record.name })}
          reason={whyNotEdit(record)}
          onClick={() => void go(`${path}/${record.id}/edit`)}
        >
          {t("record.edit")}
        </ReasonedButton>
      ),
    },
  };
}

/** The condition of records that are out of use. */
export function useStatusFilter() {
  const { t } = useTranslation(["fields", "ui"]);
  return { label: t("record.status"), pinned: true, word: (status: Status) => t(`ui:activeStatus.${status}`) };
}
