import { workingAccount } from "../../api/account.ts";
import { ExportMenu } from "../../shell/ExportMenu.tsx";
import type { Rfm } from "./rfms.api.ts";

type RfmFileProps = {
  rfm: Rfm;
  file: "heatmap" | "groups" | "movement";
  title: string;
  query?: { from?: string; to?: string };
};

/** The figures of one card as a file; nobody's once nobody has scores. */
export function RfmFile({ rfm, file, title, query = {} }: RfmFileProps) {
  if (rfm.customers_scored === 0) return null;
  return (
    <ExportMenu
      path={`/api/rfms/${rfm.id}/${file}.csv`}
      query={{ ...query, account_id: workingAccount() }}
      title={title}
    />
  );
}
