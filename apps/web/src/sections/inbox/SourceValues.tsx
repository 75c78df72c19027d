import { Button, Group, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText } from "../../ui/values.tsx";
import { type SourceValue, type SourceValuesAnswer as Waiting, wordsQuery } from "./inbox.api.ts";
import styles from "./inbox.module.css";

const NOTHING = "nothing";

/** Words of customer types and channels that nobody knows yet; each is asked for once. Nothing where none waits. */
export function SourceValues() {
  const { t } = useTranslation("inbox");
  const { data } = useQuery(wordsQuery());
  const mayMatch = useMay("customers/create");
  if (data === undefined || data.items.length === 0) return null;
  const columns: Column<SourceValue>[] = [
    {
      key: "word",
      title: t("words.word"),
      render: (one) => (
        <Stacked main={<strong>{t("words.quoted", { word: one.word })}</strong>} sub={t(`words.field.${one.field}`)} />
      ),
    },
    { key: "channel", title: t("column.channel"), render: (one) => t(`words.channel.${one.channel}`) },
    {
      key: "rows",
      title: t("words.rows"),
      align: "right",
      render: (one) => <CountText value={one.rows} unit="rows" />,
    },
    {
      key: "meaning",
      title: t("words.meaning"),
      render: (one) => (mayMatch ? <Meaning word={one} choices={data.choices} /> : t("words.ask")),
    },
  ];
  return (
    <div className={styles.words}>
      <Card title={t("words.title")} note={t("words.count", { n: data.items.length })} flush>
        <p className={styles.wordsLead}>{t("words.lead")}</p>
        <DataTable
          caption={t("words.title")}
          columns={columns}
          rows={data.items}
          rowKey={(one) => one.id}
          minWidth={760}
          empty={null}
        />
      </Card>
    </div>
  );
}

function Meaning({ word, choices }: { word: SourceValue; choices: Waiting["choices"] }) {
  const { t } = useTranslation("inbox");
  const [chosen, setChosen] = useState("");
  const [busy, setBusy] = useState(false);
  const own = choices.filter(({ field }) => field === word.field);
  const match = async () => {
    setBusy(true);
    try {
      const choice_id = chosen === NOTHING ? null : Number(chosen);
      const { customers, reservations, ...left } = await client.inbox.matchWord({ id: word.id, choice_id });
      const name = own.find(({ id }) => id === choice_id)?.name ?? "";
      const given = word.field === "customer_type" ? customers : reservations;
      const noticeKey = choice_id === null ? ("words.setAside" as const) : (`words.matched.${word.field}` as const);
      notify("success", t(noticeKey, { word: word.word, name, n: given }));
      queryClient.setQueryData(wordsQuery().queryKey, left);
    } catch (error) {
      notify("error", toAppError(error).message);
      await queryClient.invalidateQueries({ queryKey: wordsQuery().queryKey });
    }
    setBusy(false);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={t("words.meaningOf", { word: word.word })}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: "", label: t("words.choose") },
          ...own.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NOTHING, label: t("words.nothing") },
        ]}
      />
      <Button
        size="xs"
        disabled={chosen === ""}
        loading={busy}
        aria-label={t("words.decideOf", { word: word.word })}
        onClick={() => void match()}
      >
        {t("words.decide")}
      </Button>
    </Group>
  );
}
