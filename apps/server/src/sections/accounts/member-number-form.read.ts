import type { MEMBER_NUMBER_ISSUES, MemberNumberForm } from "@okaeri/domain/customers/member-number";
import type { Tx } from "../../database/connection.ts";

export type MemberNumberRule = MemberNumberForm & { issue: (typeof MEMBER_NUMBER_ISSUES)[number] };

/** Whether the programme gives guests member numbers, and of which form. */
export async function memberNumberRule(tx: Tx, accountId: number): Promise<MemberNumberRule> {
  const saved = await tx.maybe<MemberNumberRule>`select member_number_issue as issue, member_number_prefix as prefix,
      member_number_digits::int as digits, member_number_check as check
    from account_settings
    where account_id = ${accountId}`;
  return saved ?? { issue: "off", prefix: "", digits: 8, check: "none" };
}
