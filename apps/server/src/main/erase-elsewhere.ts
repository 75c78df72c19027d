import { eraseSourceValues } from "../sections/accounts/erase-source-values.ts";
import { eraseNamesOfCampaigns } from "../sections/campaigns/erase-names.ts";
import { eraseNamesOfTemplates } from "../sections/campaigns/templates/erase-names.ts";
import { eraseNamesOfCoupons } from "../sections/coupons/erase-names.ts";
import type { EraseElsewhere } from "../sections/customers/erase-customer.ts";
import { eraseHeldRows } from "../sections/feeds/erase-held-rows.ts";
import { eraseNamesOfFiles } from "../sections/imports/erase-names.ts";
import { eraseRefusedLines } from "../sections/imports/erase-refused-lines.ts";
import { eraseMerges } from "../sections/merges/erase-merges.ts";
import { eraseUnrecognised } from "../sections/messaging/bounces/unrecognised/erase-unrecognised.ts";
import { eraseMailFacts } from "../sections/messaging/history/mail-facts.ts";
import { eraseTests } from "../sections/messaging/tests/erase-tests.ts";
import { eraseAnswers } from "../sections/pushes/erase-answers.ts";
import { eraseWordsOfViews } from "../sections/views/erase-words.ts";

/** Erasing a guest in the sections that stand above customers. */
export const eraseElsewhere: EraseElsewhere = async (tx, accountId, guest, now) => {
  await eraseMerges(tx, accountId, guest.customerIds, now);
  await eraseHeldRows(tx, accountId, guest, now);
  await eraseRefusedLines(tx, accountId, guest);
  await eraseTests(tx, accountId, guest.customerIds);
  await eraseMailFacts(tx, accountId, guest.customerIds);
  await eraseUnrecognised(tx, accountId, guest.customerIds);
  await eraseAnswers(tx, accountId, guest.customerIds);
  await eraseWordsOfViews(tx, accountId, guest, now);
  await eraseNamesOfCoupons(tx, accountId, guest);
  await eraseSourceValues(tx, accountId, guest);
  await eraseNamesOfFiles(tx, accountId, guest);
  await eraseNamesOfCampaigns(tx, accountId, guest);
  await eraseNamesOfTemplates(tx, accountId, guest);
};
