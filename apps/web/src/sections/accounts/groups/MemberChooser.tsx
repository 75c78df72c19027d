import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountTable } from "../../../parts/accounts/AccountTable.tsx";
import { useStatusColumn } from "../../../parts/records/record-columns.tsx";
import type { RecordFormState } from "../../../parts/records/use-record-form.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import type { RowSelect } from "../../../ui/table-props.ts";
import { type Account, companyAccountsQuery } from "../accounts.api.ts";
import type { GroupValues } from "./group-values.ts";

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/** The accounts of one client to tick: active ones and those already chosen, narrowed by words in name or code. To read, those chosen. */
export function MemberChooser({ form, companyId }: { form: RecordFormState<GroupValues>; companyId: number }) {
  const { t } = useTranslation("accountGroups");
  const [words, setWords] = useState("");
  const columns = [{ key: "status", ...useStatusColumn() }];
  const { data, isError, error, refetch } = useQuery(companyAccountsQuery(companyId));
  if (isError) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  const { id, label, value: chosen, error: problem, onChange } = form.field("account_ids");
  const isOn = (account: Account) => chosen.includes(account.id);
  const wanted = plain(words.trim());
  const fits = ({ name, code }: Account) => plain(`${name} ${code}`).includes(wanted);
  const offered = (one: Account) => (one.active_status === "active" || isOn(one)) && fits(one);
  const select: RowSelect<Account> = {
    isOn,
    label: (one) => one.name,
    pageLabel: t("members.all"),
    // The server names a member by its place in the choice; its line in the summary leads here.
    box: (one) => {
      const place = `account_ids.${isOn(one) ? chosen.indexOf(one.id) : `of.${one.id}`}`;
      return { id: form.idOf(place), error: form.errors[place] };
    },
    onChange: (rows, on) => {
      const others = chosen.filter((one) => !rows.some((row) => row.id === one));
      onChange([...others, ...(on ? rows.map((row) => row.id) : [])].sort((a, b) => a - b));
    },
  };
  return (
    <>
      {form.editable ? (
        <TextInput
          id={id}
          maw={420}
          p="12px 16px"
          type="search"
          aria-label={t("members.search")}
          placeholder={t("members.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          maxLength={200}
          autoComplete="off"
          error={problem}
          // Enter looks; it must not save the group.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      <AccountTable<Account>
        caption={label}
        accounts={data?.filter(form.editable ? offered : isOn)}
        found={wanted !== ""}
        {...(form.editable ? { select } : { path: ({ id }) => `/accounts/${id}` })}
        columns={columns}
        empty={<EmptyState sentence={t(wanted === "" ? "members.nobody" : "members.notFound", { words })} />}
      />
    </>
  );
}
