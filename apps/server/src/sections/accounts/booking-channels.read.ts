import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";

export type Channels = {
  /** By code, by name and by what a feed calls them, in lower case. */
  idOf: ReadonlyMap<string, number>;
  /** By what one feed calls them: two feeds may mean different things by one word. */
  idFrom(space: CodeSpace, word: string): number | undefined;
  maskedDomains: ReadonlySet<string>;
};

/** The account's booking channels, which are few. */
export async function bookingChannels(tx: Tx, accountId: number): Promise<Channels> {
  const found = await tx.all<{
    id: number;
    code: string;
    name: string;
    masked_email_domains: string[];
    external: { feed: string; word: string }[];
    words: { feed: string; word: string }[];
  }>`
    select channel.id, channel.code, channel.name, channel.masked_email_domains,
      coalesce((select json_agg(json_build_object('feed', channel_link.feed_channel, 'word', lower(channel_link.external_code)))
          from account_booking_channel_linkages channel_link
          where channel_link.account_id = ${accountId} and channel_link.account_booking_channel_id = channel.id
            and channel_link.active_status = 'active'),
        '[]') as external,
      coalesce((select json_agg(json_build_object('feed', source_value.code_space, 'word', source_value.word_key))
          from source_values source_value
          where source_value.account_id = ${accountId} and source_value.account_booking_channel_id = channel.id),
        '[]') as words
    from account_booking_channels channel
    where channel.account_id = ${accountId} and channel.active_status = 'active'
    order by channel.id desc`;
  const words = (list: (one: (typeof found)[number]) => string[]) =>
    found.flatMap((one) => list(one).map((word) => [word.toLowerCase(), one.id] as const));
  // Its own code and name count before what others call another channel.
  const idOf = new Map([
    ...words((one) => [...one.words, ...one.external].map(({ word }) => word)),
    ...words((one) => [one.name, one.code]),
  ]);
  const ofFeed = new Map(words((one) => [...one.words, ...one.external].map(({ feed, word }) => `${feed} ${word}`)));
  return {
    idOf,
    idFrom: (space, word) => ofFeed.get(`${space} ${word.toLowerCase()}`) ?? idOf.get(word.toLowerCase()),
    maskedDomains: new Set(found.flatMap((row) => row.masked_email_domains.map((domain) => domain.toLowerCase()))),
  };
}
