import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountTable } from "../../../shell/AccountTable.tsx";
import { useStatusColumn } from "../../../shell/record-columns.tsx";
import type { RecordForm } from "../../../shell/use-record-form.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { CountText } from "../../../ui/values.tsx";
import { companyAccountsQuery } from "../accounts.api.ts";
import type { GroupValues } from "./GroupForm.tsx";
import styles from "./groups.module.css";

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/** The accounts of one client to tick: active ones and those already chosen, narrowed by words in name or code. */
export function MemberChooser({ form, companyId }: { form: RecordForm<GroupValues>; companyId: number }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const [words, setWords] = useState("");
  const status = useStatusColumn();
  const query = useQuery(companyAccountsQuery(companyId));
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const { id, label, value: chosen, error, onChange } = form.field("account_ids");
  const wanted = plain(words.trim());
  return (
    <>
      <div className={styles.narrow}>
        <TextInput
          id={id}
          type="search"
          aria-label={t("members.search")}
          placeholder={t("members.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          maxLength={200}
          autoComplete="off"
          error={error}
          // Enter looks; it must not save the group.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <span role="status">
          {t("members.chosen")} <CountText value={chosen.length} unit="items" />
        </span>
      </div>
      <AccountTable
        caption={label}
        accounts={query.data
          ?.filter((one) => one.active_status === "active" || chosen.includes(one.id))
          .filter((one) => plain(`${one.name} ${one.code}`).includes(wanted))}
        found={wanted !== ""}
        select={{
          isOn: (one) => chosen.includes(one.id),
          label: (one) => one.name,
          pageLabel: t("members.all"),
          // The server names a member by its place in the choice; its line in the summary leads here.
          box: (one) => {
            const place = `account_ids.${chosen.indexOf(one.id)}`;
            return { id: form.idOf(chosen.includes(one.id) ? place : `of.${one.id}`), error: form.errors[place] };
          },
          onChange: (rows, on) => {
            const ids = rows.map((one) => one.id);
            const others = chosen.filter((one) => !ids.includes(one));
            onChange((on ? [...others, ...ids] : others).sort((a, b) => a - b));
          },
        }}
        columns={[{ key: "status", ...status }]}
        empty={<p className={styles.quiet}>{t(wanted === "" ? "members.nobody" : "members.notFound", { words })}</p>}
      />
    </>
  );
}
