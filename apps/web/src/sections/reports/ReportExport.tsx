import { workingAccount } from "../../api/account.ts";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import type { Period } from "../../parts/periods/period.ts";
import { useMay } from "../../shell/use-may.ts";

type ReportExportProps = {
  title: string;
  table: "campaigns" | "points" | "stays";
  query: Period & { sort?: string };
};

/** The table as it is shown, as a file; only where reports may be read. */
export function ReportExport({ title, table, query }: ReportExportProps) {
  if (!useMay("reports/read")) return null;
  return (
    <ExportMenu
      path="/api/reports/export.csv"
      query={{ table, ...query, account_id: workingAccount() }}
      title={title}
    />
  );
}
