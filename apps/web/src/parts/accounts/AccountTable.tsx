import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRowLink } from "../../shell/navigation.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import type { Column, RowSelect } from "../../ui/table-props.ts";
import { TreeName } from "./contract-tags.tsx";

type InTree = { id: number; name: string; code: string; depth: number; parent_name?: string | null };

type AccountTableProps<A extends InTree> = {
  caption: string;
  /** In the order of their hierarchy. */
  accounts: readonly A[] | undefined;
  /** Only some of them: they stand side by side, and each says what it lies beneath. */
  found?: boolean;
  /** Where an account leads. */
  path?: (account: A) => string;
  select?: RowSelect<A>;
  /** After name and code. */
  columns?: Column<A>[];
  empty: ReactNode;
};

/** Accounts as they lie beneath each other, from the topmost of them on. */
export function AccountTable<A extends InTree>(props: AccountTableProps<A>) {
  const { caption, accounts, found = false, path, select, columns = [], empty } = props;
  const { t } = useTranslation("ui");
  const rowLink = useRowLink();
  const top = Math.min(...(accounts ?? []).map((account) => account.depth));
  const name = ({ name, code, depth, parent_name }: A) => (
    <TreeName
      depth={found ? 0 : depth - top}
      name={name}
      sub={found && parent_name ? `${code} ${t("account.under", { name: parent_name })}` : code}
    />
  );
  return (
    <DataTable
      caption={caption}
      columns={[{ key: "name", title: t("account.name"), render: name }, ...columns]}
      rows={accounts && [...accounts]}
      rowKey={(account) => account.id}
      {...(path ? { row: rowLink(path) } : {})}
      {...(select ? { select } : {})}
      skeletonRows={3}
      minWidth={160 * (columns.length + 1)}
      empty={empty}
    />
  );
}
