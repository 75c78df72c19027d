import type { SAMPLE_KINDS } from "@okaeri/contract/campaigns/review/preview-samples";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import type { Tx } from "../../database/connection.ts";
import type { Moment } from "../pushes/ports.ts";
import { guestSet } from "./guests-in-common.ts";
import { setBySet } from "./matching-guests.ts";
import type { TargetOnOccasions } from "./occasions.ts";
import type { Reach } from "./reach.ts";

export type PreviewSampleRow = {
  as: (typeof SAMPLE_KINDS)[number];
  customer_id: number;
  name: string;
  /** What is not known of the guest that a message could tell. */
  lacks: Placeholder[];
};

/**
 * Guests of a target whom a text is easily wrong for: of whom least is known, who has the longest name, who reads English. One walk over the
 * target, of which few columns are kept.
 */
export async function previewSamples(
  tx: Tx,
  reach: Reach,
  asked: TargetOnOccasions,
  moment: Moment,
): Promise<PreviewSampleRow[]> {
  const { guests, byGuest } = await guestSet(tx, reach, [asked], moment);
  return setBySet(
    tx,
    byGuest,
    () => tx.all<PreviewSampleRow>`with meant as materialized (
        select customer.id, customer.name, customer.language,
          array_remove(array[case when trim(customer.name) = '' then 'name' end, case when customer.name_kana is null then 'name_kana' end,
            case when customer.member_number is null then 'member_number' end,
            case when customer.last_stay_on is null then 'last_stay_on' end], null) as lacks
        from customers customer
        where customer.account_id = ${reach.accountId} and customer.id in ${guests}
      ),
      picked as (
        (select 1 as n, 'least_known' as kind, m.id, m.name, m.lacks from meant m order by cardinality(m.lacks) desc, m.id limit 1)
        union all
        (select 2, 'longest_name', m.id, m.name, m.lacks from meant m order by char_length(m.name) desc, m.id limit 1)
        union all
        (select 3, 'english', m.id, m.name, m.lacks from meant m where m.language = 'en' order by m.id limit 1)
      )
      select p.kind as "as", p.id as customer_id, p.name, p.lacks from picked p order by p.n`,
  );
}
