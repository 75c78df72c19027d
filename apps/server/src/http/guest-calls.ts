import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { usableActions } from "@okaeri/domain/permissions/can";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { todayOf } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import type { Scope } from "../session/scope.ts";
import type { CallContext } from "./binder.ts";
import { CallError } from "./errors.ts";
import { answerOnce, idempotencyKeyOf } from "./idempotency.ts";

/** Whom of the guests in reach an address means; who was merged is who lives on. */
export type AddressedCustomer = (tx: Tx, scope: Scope, id: number) => Promise<number | undefined>;

/** Who acts for a guest, on which day and from where. */
export type GuestStaff = { scope: Scope; today: CalendarDate; ip: string };

/** What the person may do with a row of a guest's history. */
export function historyActions({ scope }: CallContext, changeable: boolean): string[] {
  const actions = usableActions(scope.subject, "customers").filter((action) => ["read", "edit"].includes(action));
  return changeable ? actions : actions.filter((action) => !rowAllows([action], "edit"));
}

/** Calls about one guest in the person's reach. @throws CallError NOT_FOUND for any other. */
export function guestCalls(addressedCustomer: AddressedCustomer) {
  const ofGuest = <Input extends { id: number }, T>(
    context: CallContext,
    input: Input,
    work: (tx: Tx, staff: GuestStaff, input: Input) => Promise<T>,
  ): Promise<T> => {
    const staff = { scope: context.scope, today: todayOf(context.app.clock), ip: context.ip };
    return context.inScope(async (tx) => {
      const id = await addressedCustomer(tx, context.scope, input.id);
      if (id === undefined) throw new CallError("NOT_FOUND");
      return work(tx, staff, { ...input, id });
    });
  };

  /** A writing call. With an Idempotency-Key it is idempotent: repeated, it gets the first answer. */
  const write = <Input extends { id: number }, Answer extends object>(
    context: CallContext,
    act: string,
    input: Input,
    command: (tx: Tx, staff: GuestStaff, input: Input) => Promise<Answer>,
  ): Promise<Answer> => {
    const header = context.idempotencyKey;
    const key = header === undefined ? undefined : idempotencyKeyOf(header);
    return ofGuest(context, input, async (tx, staff, living) => {
      if (key === undefined) return command(tx, staff, living);
      const { accountId, userId } = context.scope;
      const request = { key, text: `${act}\n${JSON.stringify(input)}`, now: context.app.realClock.now() };
      const answer = await answerOnce(tx, { accountId, kind: "user", id: userId }, request, async () => ({
        status: 200,
        body: await command(tx, staff, living),
      }));
      return answer.body as Answer;
    });
  };
  return { ofGuest, write };
}
