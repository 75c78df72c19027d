import type { TFunction } from "i18next";
import type { Rfm } from "./rfms.api.ts";

/** Of an account, or of the group that shares it. */
export function rfmNameOf(rfm: Rfm, t: TFunction<["rfms", "ui"]>): string {
  return rfm.group_name === null ? rfm.account_name : t("groupAccounts", { name: rfm.group_name });
}
