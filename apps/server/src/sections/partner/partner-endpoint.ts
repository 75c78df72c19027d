import type { ErrorBody } from "@okaeri/contract/errors";
import { partnerInputs } from "@okaeri/contract/partner";
import type { PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { clientAddress } from "../../http/client-address.ts";
import { CallError, errorBody, refusedInput } from "../../http/errors.ts";
import { answerOnce, type IdempotentResponse, idempotencyKeyOf } from "../../http/idempotency.ts";
import { keyCallers } from "../../http/key-callers.ts";
import { languageOf } from "../../http/language.ts";
import { refuseUnstorable } from "../../http/refuse-unstorable.ts";
import { keyBudgets } from "../accounts/key-budgets.ts";
import { keyCallLog } from "../accounts/key-calls.ts";
import { type PartnerKey, provePartnerKey } from "../accounts/prove-key.ts";
import { engineCouponUsesOf } from "../coupons/engine-bookings.ts";
import { engineUsesOf } from "../points/uses-of-engines.read.ts";
import type { EngineContext } from "./engine-context.ts";
import { cancelCoupon, quoteCouponOf, redeemCoupon } from "./engine-coupons.ts";
import { cancelPoints, partnerGuest, quotePoints, redeemPoints } from "./engine-points.ts";
import { usesOfBooking } from "./guest-in-reach.ts";

const BODY_BYTES = 65_536;

type Schema<Input> = {
  safeParse(value: unknown): { success: true; data: Input } | { success: false; error: { issues: object[] } };
};
type Work<Input> = (tx: Tx, ctx: EngineContext, input: Input) => Promise<object>;

/** What booking engines ask and do (product §12): the key is proven before a byte of the body is read. */
export function partnerEndpoint(server: FastifyInstance, app: App): void {
  const budgets = keyBudgets(app);
  const partnerLog = keyCallLog<PartnerKey>(app, "partner", (tx, calls) =>
    budgets.count(
      tx,
      calls.map(({ key, lookups }) => ({ ...key, finds: lookups?.newlyFound ?? 0 })),
    ),
  );
  const { guard, keyOf, addFacts } = keyCallers<PartnerKey>(server, app.realClock, partnerLog);
  const guarded = (scope: PartnerScope, query: readonly string[] = []) =>
    guard({
      prove: (authorization) => provePartnerKey(app, authorization),
      allow: ({ scopes }) => {
        if (!scopes.includes(scope)) throw new CallError("FORBIDDEN", { because: { code: "not_for_this_key" } });
      },
      query,
    });

  /** One transaction that reads and writes what the key's programme has; the guests it asked about are counted afterwards. */
  const inProgramme = async <T>(
    request: FastifyRequest,
    work: (tx: Tx, ctx: EngineContext) => Promise<T>,
  ): Promise<T> => {
    const key = keyOf(request);
    const { accountId, facilityId, id: partnerKeyId } = key;
    const facilityIds = key.reach === "programme" || facilityId === accountId ? null : [facilityId];
    const asks = budgets.open(key, key.spent);
    const where = { facilityIds, asks, ip: clientAddress(request), language: languageOf(request) };
    const ctx = { accountId, facilityId, partnerKeyId, userId: null, today: todayOf(app.clock), ...where };
    try {
      return await app.database.inScope({ accountIds: [accountId] }, (tx) => work(tx, ctx));
    } finally {
      addFacts(request, { lookups: asks.lookups });
      await asks.settle();
    }
  };

  const asking = <Input>(path: string, scope: PartnerScope, schema: Schema<Input>, work: Work<Input>) =>
    server.post(`/partner/${path}`, { bodyLimit: BODY_BYTES, ...guarded(scope) }, (request) => {
      const input = read(schema, request.body);
      return inProgramme(request, (tx, ctx) => work(tx, ctx, input));
    });

  /** Idempotent: done once per Idempotency-Key; a refusal, too, is an answer that stays the same. */
  const doing = <Input>(path: string, scope: PartnerScope, schema: Schema<Input>, work: Work<Input>) =>
    server.post(`/partner/${path}`, { bodyLimit: BODY_BYTES, ...guarded(scope) }, async (request, reply) => {
      const key = idempotencyKeyOf(request.headers["idempotency-key"]);
      const input = read(schema, request.body);
      const { callerId } = keyOf(request);
      const keyed = { key, text: `${path}\n${JSON.stringify(input)}`, now: app.realClock.now() };
      let isDone = false;
      const { status, body } = await inProgramme(request, (tx, ctx) =>
        answerOnce(tx, { accountId: ctx.accountId, kind: "partner", id: callerId }, keyed, async () => {
          const answer = await answered(ctx, () => work(tx, ctx, input));
          isDone = answer.status === 200;
          return answer;
        }),
      ).catch(reasoned);
      // A refusal is an answer, and is kept as one.
      const { reasons = [] } = body as Partial<ErrorBody>;
      addFacts(request, { reasons: reasons.map(({ code }) => ({ field: null, code })), hasLine: isDone });
      return reply.status(status).send(body);
    });

  server.get("/partner/customers", guarded("customers", ["member_number", "email"]), (request) => {
    const input = read(partnerInputs.customers, request.query);
    return inProgramme(request, (tx, ctx) => partnerGuest(tx, ctx, input));
  });
  const uses = (of: "points" | "coupons", usesOf: Parameters<typeof usesOfBooking>[3]) =>
    server.get(`/partner/${of}/uses`, guarded(of, ["reservation_code"]), (request) => {
      const { reservation_code: code } = read(partnerInputs.uses, request.query);
      return inProgramme(request, (tx, ctx) => usesOfBooking(tx, ctx, code, usesOf));
    });
  uses("points", engineUsesOf);
  uses("coupons", engineCouponUsesOf);
  const { pointUse, pointsCancel, couponUse, couponCancel } = partnerInputs;
  asking("points/quote", "points", pointUse, quotePoints);
  doing("points/redeem", "points", pointUse, redeemPoints);
  doing("points/cancel", "points", pointsCancel, cancelPoints);
  asking("coupons/quote", "coupons", couponUse, quoteCouponOf);
  doing("coupons/redeem", "coupons", couponUse, redeemCoupon);
  doing("coupons/cancel", "coupons", couponCancel, cancelCoupon);
}

function read<Input>(schema: Schema<Input>, value: unknown): Input {
  refuseUnstorable(value, "");
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw refusedInput(found.error.issues as Parameters<typeof refusedInput>[0]);
}

/** The answer, now and to every replay. A refused request wrote nothing. */
async function answered({ language }: EngineContext, work: () => Promise<object>): Promise<IdempotentResponse> {
  try {
    return { status: 200, body: await work() };
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "REFUSED") throw error;
    const body = errorBody(error, language);
    return { status: body.status, body };
  }
}

/** Every 422 has its reasons. */
function reasoned(error: unknown): never {
  if (error instanceof CallError && error.code === "KEY_REUSED")
    throw new CallError("KEY_REUSED", { reasons: [{ code: "key_reused" }] });
  throw error;
}
