import type { CsvFile } from "../files/csv-file.ts";
import { listFile } from "../files/list-export.ts";
import { guestFile } from "../http/guest-file.ts";
import { accountsExport } from "../sections/accounts/export-accounts.ts";
import { resultsFile } from "../sections/campaigns/results/results-file.ts";
import { billingExport } from "../sections/clients/export-billing.ts";
import { clientsExport } from "../sections/clients/export-clients.ts";
import { codesFile } from "../sections/coupons/codes-file.ts";
import { acquiredFile, usedFile } from "../sections/coupons/coupon-files.ts";
import { addressedCustomer } from "../sections/customers/customers.read.ts";
import { customersExport } from "../sections/customers/export-customers.ts";
import { rejectionsFile } from "../sections/imports/rejections-file.ts";
import { grantFile, useFile } from "../sections/points/point-files.ts";
import { rankDistributionFile, rankMonthsFile } from "../sections/ranks/rank-files.ts";
import { reportsFile } from "../sections/reports/reports-file.ts";
import { groupsFile, heatMapFile, movementFile, scoresFile } from "../sections/rfms/rfm-files.ts";
import { customerTotal, isUnlisted, withinFacilities } from "../sections/stays/guests.read.ts";
import { usersExport } from "../sections/users/export-users.ts";
import { ACTION_KINDS } from "./action-kinds.ts";

/** Everything that is streamed as a file rather than answered as JSON. */
export const FILES: readonly CsvFile[] = [
  listFile(usersExport),
  listFile(accountsExport),
  listFile(clientsExport),
  listFile(billingExport),
  customersExport,
  rejectionsFile,
  reportsFile,
  guestFile(grantFile, addressedCustomer),
  guestFile(useFile, addressedCustomer),
  guestFile(acquiredFile, addressedCustomer),
  guestFile(usedFile, addressedCustomer),
  codesFile,
  resultsFile(ACTION_KINDS),
  rankDistributionFile({ customerTotal, withinFacilities }),
  rankMonthsFile,
  ...[heatMapFile, scoresFile, groupsFile, movementFile].map((file) =>
    file({ customerTotal, withinFacilities, isUnlisted }),
  ),
];
