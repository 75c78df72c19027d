import type { CsvFile } from "../files/csv-file.ts";
import { listFile } from "../files/list-export.ts";
import { accountsExport } from "../sections/accounts/export-accounts.ts";
import { billingExport } from "../sections/clients/export-billing.ts";
import { clientsExport } from "../sections/clients/export-clients.ts";
import { customersExport } from "../sections/customers/export-customers.ts";
import { rejectionsFile } from "../sections/imports/rejections-file.ts";
import { reportsFile } from "../sections/reports/reports-file.ts";
import { usersExport } from "../sections/users/export-users.ts";

/** Everything that is streamed as a file rather than answered as JSON. */
export const FILES: readonly CsvFile[] = [
  listFile(usersExport),
  listFile(accountsExport),
  listFile(clientsExport),
  listFile(billingExport),
  customersExport,
  rejectionsFile,
  reportsFile,
];
