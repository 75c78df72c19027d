import { forgetSourceWords } from "../sections/accounts/forget-source-words.ts";
import { forgetNamesOfCampaigns } from "../sections/campaigns/forget-names.ts";
import { forgetNamesOfCoupons } from "../sections/coupons/forget-names.ts";
import type { ForgetElsewhere } from "../sections/customers/erase-customer.ts";
import { forgetHeldRows } from "../sections/feeds/forget-held-rows.ts";
import { forgetNamesOfFiles } from "../sections/imports/forget-names.ts";
import { forgetRefusedLines } from "../sections/imports/forget-refused-lines.ts";
import { forgetMerges } from "../sections/merges/forget-merges.ts";
import { eraseUnrecognised } from "../sections/messaging/bounces/unrecognised/erase-unrecognised.ts";
import { forgetMailFacts } from "../sections/messaging/history/mail-facts.ts";
import { forgetNamesOfTemplates } from "../sections/messaging/templates/forget-names.ts";
import { forgetTests } from "../sections/messaging/tests/forget-tests.ts";
import { forgetAnswers } from "../sections/pushes/forget-answers.ts";
import { forgetWordsOfViews } from "../sections/views/forget-words.ts";

/** Erasing a guest in the sections that stand above customers. */
export const forgetElsewhere: ForgetElsewhere = async (tx, accountId, guest, now) => {
  await forgetMerges(tx, accountId, guest.customerIds, now);
  await forgetHeldRows(tx, accountId, guest, now);
  await forgetRefusedLines(tx, accountId, guest);
  await forgetTests(tx, accountId, guest.customerIds);
  await forgetMailFacts(tx, accountId, guest.customerIds);
  await eraseUnrecognised(tx, accountId, guest.customerIds);
  await forgetAnswers(tx, accountId, guest.customerIds);
  await forgetWordsOfViews(tx, accountId, guest, now);
  await forgetNamesOfCoupons(tx, accountId, guest);
  await forgetSourceWords(tx, accountId, guest);
  await forgetNamesOfFiles(tx, accountId, guest);
  await forgetNamesOfCampaigns(tx, accountId, guest);
  await forgetNamesOfTemplates(tx, accountId, guest);
};
