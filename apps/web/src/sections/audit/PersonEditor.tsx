import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchWords } from "../../ui/use-search-words.ts";
import { peopleQuery } from "./audit.api.ts";

/** Finds one of the people in reach; there may be more of them than a list can show. */
export function PersonEditor({ onApply }: { onApply: (id: number) => void }) {
  const { t } = useTranslation(["audit", "ui"]);
  const [words, setWords] = useState("");
  const { asked, areOld } = useSearchWords(words.trim(), 250);
  const people = useQuery(peopleQuery(asked));
  const old = areOld(people);
  return (
    <Select
      aria-label={t("filter.findPerson")}
      placeholder={t("filter.findPerson")}
      aria-busy={old}
      data={(old ? [] : (people.data?.items ?? [])).map(({ id, name, login_id }) => ({
        value: String(id),
        label: login_id === null ? name : t("actor", { name, login_id }),
      }))}
      // The server has searched already.
      filter={({ options }) => options}
      searchable
      data-autofocus
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={old || people.isFetching ? t("ui:list.searching") : t("filter.nobody")}
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => value !== null && onApply(Number(value))}
    />
  );
}
