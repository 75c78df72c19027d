import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { openWords, settleWord, sourceValueChoices } from "../accounts/source-values.ts";
import { typeCustomers } from "../customers/typed-customers.ts";
import { customersOfReservations, giveBookingChannel } from "../stays/customers-of-reservations.ts";

/** Words that wait for a person in reach of this one, and what they can mean. */
export async function waitingWords(tx: Tx, { scope }: CallContext) {
  const words = await openWords(tx, scope.accountId, scope.facilityIds);
  return {
    items: words.map((word) => ({ ...word, last_reported_at: word.last_reported_at.toISOString() })),
    choices: await sourceValueChoices(tx, scope.accountId),
  };
}

/**
 * Gives a word a meaning: for the bookings that use it and their guests at once, and for all that come. @throws CallError NOT_FOUND where
 * it does not wait (any more), INVALID_INPUT
 */
export async function matchWord(tx: Tx, context: CallContext, input: { id: number; choice_id: number | null }) {
  const { scope, app, ip } = context;
  const { accountId, userId } = scope;
  const now = app.clock.now();
  await lockProgramme(tx, accountId);
  const word = (await openWords(tx, accountId, scope.facilityIds)).find(({ id }) => id === input.id);
  if (word === undefined) throw new CallError("NOT_FOUND");
  const { choice_id: choiceId } = input;
  const choice = (await sourceValueChoices(tx, accountId)).find(
    ({ field, id }) => field === word.field && id === choiceId,
  );
  if (choiceId !== null && choice === undefined) throw fieldError("choice_id", { code: "not_a_choice" });
  const waited = await settleWord(tx, accountId, word, { choiceId, userId, now });
  const given = { customers: 0, reservations: 0 };
  if (choiceId !== null && word.field === "customer_type") {
    const customerIds = await customersOfReservations(tx, accountId, waited);
    given.customers = await typeCustomers(tx, { accountId, userId }, customerIds, choiceId);
  } else if (choiceId !== null)
    given.reservations = await giveBookingChannel(tx, { accountId, userId, now }, waited, choiceId);
  const { field, word: text, channel } = word;
  const after = { field, word: text, channel, choice_name: choice?.name ?? null, ...given };
  await recordAudit(tx, {
    actorUserId: userId,
    ip,
    action: "match_word",
    entity: "accounts",
    entityId: accountId,
    accountId,
    after,
  });
  return { ...(await waitingWords(tx, context)), ...given };
}
