import type { List, ListSearch } from "@okaeri/contract/lists/list";
import { workingAccount } from "../../api/account.ts";
import { filtersIn } from "../../api/list-input.ts";
import { ExportMenu } from "./ExportMenu.tsx";

type ListExportProps<L extends List> = {
  list: L;
  search: ListSearch<L>;
  /** Whose people are in it: their export is a switch of its own. */
  people?: "users" | "customers";
  /** A second file of the list. */
  file?: "billing";
};

/** The whole list as a file, narrowed and sorted as it is on screen. */
export function ListExport<L extends List & { file: readonly string[] }>(props: ListExportProps<L>) {
  const { list, search, people, file } = props;
  return (
    <ExportMenu
      path={`/api${list.path}/${file ?? "export"}.csv`}
      query={{
        ...filtersIn(list, search),
        sort: search.sort,
        // Guests are those of the account in which the person works.
        ...(people === "customers" ? { account_id: workingAccount() } : {}),
      }}
      words={file ?? "button"}
      {...(people === undefined ? {} : { people })}
    />
  );
}
