import type { Tx } from "../../database/connection.ts";

/** What identifies these guests in data that is kept elsewhere. */
export type ErasedGuest = {
  customerIds: readonly number[];
  addresses: readonly string[];
  memberNumbers: readonly string[];
  /** Digits alone. */
  tels: readonly string[];
  /** Names and readings, without spaces, in both orders; readings in hiragana, too. */
  names: readonly string[];
  /** Postal addresses with a number of a house or a block. */
  homes: readonly string[];
};

/** Read before anything is deleted. */
export async function erasedGuest(tx: Tx, accountId: number, ids: readonly number[]): Promise<ErasedGuest> {
  const { addresses, members, tels, names, homes } = await tx.one<
    Record<"addresses" | "members" | "tels" | "names" | "homes", string[]>
  >`
    with words as (
      select w.*
      from customers customer
      cross join lateral (values ('email', customer.email), ('email', customer.email_typed), ('member', customer.member_number),
        ('tel', customer.tel), ('tel', customer.tel_national), ('name', customer.name), ('name', customer.name_typed),
        ('name', customer.name_kana), ('name', customer.name_kana_typed), ('home', customer.address), ('home', customer.address_typed))
        w (kind, value)
      where customer.account_id = ${accountId} and customer.id = any (${ids}::bigint[]) and w.value is not null
      union select kind, value from customer_keys where account_id = ${accountId} and customer_id = any (${ids}::bigint[])
    )
    select array(select distinct lower(value) from words where kind = 'email') as addresses,
      array(select value from words where kind = 'member') as members,
      array(select distinct d from words, regexp_replace(value, '\\D', '', 'g') d where kind = 'tel' and length(d) >= 9) as tels,
      array(select distinct value from words where kind = 'name') as names,
      array(select distinct value from words where kind = 'home') as homes`;
  const spelt = new Set(names.flatMap(inBothOrders).flatMap((name) => [name, hiragana(name)]));
  return {
    customerIds: ids,
    addresses,
    memberNumbers: members,
    tels,
    names: [...spelt].filter((name) => name.length >= 2),
    homes: homes.map((home) => home.replace(/\s/g, "")).filter(isExactHome),
  };
}

/** A name without spaces, and with its two parts the other way round: people write both. */
function inBothOrders(name: string): string[] {
  const parts = name.trim().split(/\s+/);
  return parts.length === 2 ? [parts.join(""), parts.toReversed().join("")] : [parts.join("")];
}

/** A town or a prefecture alone is the address of many: a number has to stand in it, or a kanji numeral at its end. */
const isExactHome = (home: string) =>
  home.length >= 6 &&
  /\d|[\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341].{0,2}$/.test(home.normalize("NFKC"));

const hiragana = (text: string) =>
  text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** What people put between the parts of a name or a number, in names of files above all. */
const BETWEEN = "[\\s()_.\u30fb-]*";

/** Shorter numbers, and years, occur in too many other meanings. */
const LEAST_DIGITS = 5;

/**
 * PostgreSQL patterns for texts in which somebody may have written about the guest, in lower case and plain width (`says` of migration
 * 0585): a whole name or reading, whatever stands between its parts, a mail or postal address, a telephone, a member number. A word with
 * letters or digits next to it is another word; a short number counts only when it is the whole text.
 */
export function patternsOf({ addresses, memberNumbers, tels, names, homes }: ErasedGuest): string[] {
  const plain = (word: string) => word.normalize("NFKC").toLowerCase();
  const whole = (word: string, between: string) => {
    const characters = [...plain(word).replace(/\s/g, "")];
    const edge = (character: string | undefined, at: string) => (/[a-z0-9]/.test(character ?? "") ? at : "");
    const body = characters.map((character) => character.replace(/[\\^$.*+?()[\]{}|]/, "\\$&")).join(between);
    return `${edge(characters[0], "(?<![a-z0-9])")}${body}${edge(characters.at(-1), "(?![a-z0-9])")}`;
  };
  const isLong = (number: string) => (/\D/.test(number) ? number.length >= 4 : number.length >= LEAST_DIGITS);
  return [
    ...[...names, ...homes].map((word) => whole(word, BETWEEN)),
    ...addresses.map((word) => whole(word, "\\s*")),
    ...tels.map((digits) => [...digits].join(BETWEEN)),
    ...memberNumbers.map((number) => `^\\s*${whole(number, "")}\\s*$`),
    ...memberNumbers.filter(isLong).map((number) => whole(number, "")),
  ];
}
