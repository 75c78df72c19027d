import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Cipher } from "../../session/cipher.ts";
import { type CustomerFields, fieldsOfCustomers, plainKana } from "../customers/customer-fields.ts";
import { restoreWrittenFields } from "../customers/restore-customers.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { releaseGuest } from "../stays/release-guest.ts";
import { reportedOfGuests } from "../stays/reported-of-guests.read.ts";
import type { MergeContext } from "./merge-context.ts";

/** Fields that a booking may have filled, each with those that are filled together with it. */
const FILLED = {
  member_number: [],
  name_kana: ["name_kana_typed"],
  gender: [],
  birthday: [],
  tel: ["tel_national", "tel_typed"],
  postcode: ["postcode_typed"],
  address: ["address_typed"],
  nationality: [],
} as const satisfies Partial<Record<keyof CustomerFields, readonly (keyof CustomerFields)[]>>;

type Listed = { guestId: number; customerId: number };

/**
 * Separates a booking from the customer that an agency's address joined it to. Its guest waits, and takes along what only this booking
 * reported of the customer: fields, the telephone as a key, consent.
 */
export async function partGuest(
  tx: Tx,
  ctx: MergeContext & { cipher: Pick<Cipher, "fingerprints"> },
  { guestId, customerId }: Listed,
): Promise<void> {
  const { accountId } = ctx;
  const booking = await tx.one<{ id: number; tel: string | null; name_kana: string | null }>`
    select stay_reservation_id as id, tel, name_kana
    from stay_reservation_customers
    where account_id = ${accountId} and id = ${guestId} for update`;
  const fields = (await fieldsOfCustomers(tx, accountId, [customerId])).get(customerId);
  if (!fields) throw new Error(`customer ${customerId} has a booking and is not stored`);
  const counts = sql<boolean>`reservation.id = ${booking.id}`;
  const isReported = await reportedOfGuests(tx, accountId, { customerIds: [customerId], counts });
  const reported = reportedFields(fields, (what, value) => isReported(customerId, what, value));
  const { name_kana: _kana, tel, ...details } = reported;
  const tel_national = tel === undefined ? null : fields.tel_national;
  await releaseGuest(tx, ctx, guestId, {
    reason: "shared_mail",
    details: { ...details, ...(tel_national && { tel_national }) },
  });
  const isElse = await reportedOfGuests(tx, accountId, { customerIds: [customerId], counts: sql<boolean>`true` });
  const own = (Object.keys(reported) as (keyof typeof FILLED)[]).filter(
    (name) => !isElse(customerId, name, fields[name] ?? ""),
  );
  const names = own.flatMap((name) => [name, ...FILLED[name]]);
  const change = {
    id: customerId,
    before: Object.fromEntries(names.map((name) => [name, null])),
    after: Object.fromEntries(names.map((name) => [name, fields[name]])),
    keys: telKeyOf(booking),
    types: [],
    consents: isReported(customerId, "email_consent", true) ? await lastConsent(tx, accountId, customerId) : [],
  };
  await restoreWrittenFields(tx, { ...ctx, isSince: sql<boolean>`true` }, [change]);
  // Removing the birthday changes the points of earlier stays.
  if (names.length > 0)
    await endStayChange(tx, ctx, await beginStayChange(tx, ctx, { reverse: [], apply: [] }), [customerId]);
}

/** Fields of the customer that hold what the booking reports. */
function reportedFields(
  fields: CustomerFields,
  isReported: (what: string, value: string) => boolean,
): Partial<Record<keyof typeof FILLED, string>> {
  const names = Object.keys(FILLED) as (keyof typeof FILLED)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name];
      return value !== null && isReported(name, value) ? [[name, value]] : [];
    }),
  );
}

/** The telephone of this guest no longer identifies the customer. */
const telKeyOf = ({ tel, name_kana }: { tel: string | null; name_kana: string | null }) =>
  tel === null || name_kana === null ? [] : [{ kind: "tel" as const, value: tel, kana_key: plainKana(name_kana) }];

/** Newest consent entry that a booking may have given. */
async function lastConsent(tx: Tx, accountId: number, customerId: number): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select id
    from customer_consents
    where account_id = ${accountId} and customer_id = ${customerId} and channel = 'mail' and purpose = 'marketing'
      and source in ('import', 'feed')
    order by id desc limit 1`;
  return found.map((row) => row.id);
}
