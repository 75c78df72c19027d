import { Select } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useField } from "../../ui/fields/use-field.tsx";
import { useSearchWords } from "../../ui/use-search-words.ts";

const OFFERED = 20;
const PAUSE_MS = 200;

type GuestFieldProps = {
  id: string;
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (guest: string) => void;
};

/** One guest, found by what is typed: name, number, mail or telephone. */
export function GuestField({ value, onChange, ...named }: GuestFieldProps) {
  const { t } = useTranslation(["fields", "ui"]);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const { asked: search, areOld } = useSearchWords(typed === chosen?.label ? "" : typed.trim(), PAUSE_MS);
  const answer = useQuery(
    api.customers.list.queryOptions({ input: { q: search, size: OFFERED }, placeholderData: keepPreviousData }),
  );
  const old = areOld(answer);
  // Enter takes the first guest of the list: guests of earlier words must not be in it.
  const found = (old ? [] : (answer.data?.items ?? [])).map(({ id, name, member_number }) => ({
    value: String(id),
    label: member_number === null ? name : `${name} (${member_number})`,
  }));
  const offered = chosen && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      {...useField({ ...named, help: t("guest.help") })}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What was found is shown as it came: the search knows kana and numbers that the names do not.
      filter={({ options }) => options}
      aria-busy={old}
      nothingFoundMessage={old ? t("ui:list.searching") : t("guest.none")}
      data={offered}
      value={value === "" ? null : value}
      onChange={(next) => {
        setChosen(offered.find((one) => one.value === next));
        onChange(next ?? "");
      }}
    />
  );
}
