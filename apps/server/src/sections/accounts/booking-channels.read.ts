import type { Tx } from "../../database/connection.ts";

export type Channels = {
  /** By code and by name in lower case. */
  idOf: ReadonlyMap<string, number>;
  maskedDomains: ReadonlySet<string>;
};

/** The account's booking channels, which are few. */
export async function bookingChannels(tx: Tx, accountId: number): Promise<Channels> {
  const found = await tx.all<{ id: number; code: string; name: string; masked_email_domains: string[] }>`
    select id, code, name, masked_email_domains from account_booking_channels
    where account_id = ${accountId} and active_status = 'active' order by id desc`;
  return {
    idOf: new Map(
      found.flatMap(({ id, code, name }) => [[name.toLowerCase(), id] as const, [code.toLowerCase(), id] as const]),
    ),
    maskedDomains: new Set(found.flatMap((row) => row.masked_email_domains.map((domain) => domain.toLowerCase()))),
  };
}
