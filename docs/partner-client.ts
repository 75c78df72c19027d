// A client for the partner calls, to copy. It runs wherever fetch does; docs/partner.md explains what it asks.

type Reason = { code: string; message: string };
type Booking = {
  reservation_code: string;
  check_in_date: string;
  check_out_date: string;
  plan_code?: string;
  use_price: number;
};
type Coupon = { reservation: Booking } & (
  | { coupon_code: string; member_number?: string }
  | { acquire_coupon_id: number; member_number: string }
);
type Points = {
  member_number: string;
  points: number;
  reservation_code: string;
  use_price: number;
  check_in_date: string;
};

/** The request cannot be done, or the call was wrong: `reasons` say why to a guest, `fields` to a developer. */
export class PartnerError extends Error {
  readonly status: number;
  readonly reasons: Reason[];
  readonly fields: Record<string, string>;
  constructor(status: number, body: { message: string; reasons?: Reason[]; fields?: Record<string, string> }) {
    super(body.message);
    this.status = status;
    this.reasons = body.reasons ?? [];
    this.fields = body.fields ?? {};
  }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
const TRIES = 5;

export function partnerClient(origin: string, key: string) {
  async function call<Answer>(path: string, body?: object, idempotencyKey?: string): Promise<Answer> {
    const request: RequestInit = {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (let tries = 1; ; tries++) {
      // Nothing came back: with the same Idempotency-Key it is safe to ask again.
      const answer = await fetch(`${origin}/partner/${path}`, request).catch(() => undefined);
      if (answer?.ok) return (await answer.json()) as Answer;
      const mayPass = answer === undefined || answer.status === 429 || answer.status === 503;
      if (!mayPass || tries === TRIES) {
        if (answer === undefined) throw new PartnerError(0, { message: "no answer" });
        throw new PartnerError(answer.status, (await answer.json()) as { message: string });
      }
      await pause(Number(answer?.headers.get("retry-after") ?? 1));
    }
  }

  type CouponQuote = { applicable: boolean; discount: number | null; reasons: Reason[] };
  type PointsQuote = {
    usable: boolean;
    unit: number;
    min: number;
    max: number | null;
    balance: number;
    reasons: Reason[];
  };
  type Guest = {
    member_number: string | null;
    balance: number;
    rank: string | null;
    coupons: { acquire_coupon_id: number; name: string; description: string; code: string | null }[];
  };
  return {
    guest: (guest: { member_number: string } | { email: string }) =>
      call<Guest>(`customers?${new URLSearchParams(guest)}`),
    quotePoints: (request: Points) => call<PointsQuote>("points/quote", request),
    redeemPoints: (request: Points, idempotencyKey: string) =>
      call<{ use_point_case_id: number; points: number; balance: number }>("points/redeem", request, idempotencyKey),
    cancelPoints: (use_point_case_id: number, idempotencyKey: string) =>
      call<{ balance: number }>("points/cancel", { use_point_case_id }, idempotencyKey),
    /** What was used for a booking, also when the answer to a redeem was lost days ago. */
    usesOfPoints: (reservation_code: string) =>
      call<{ items: { use_point_case_id: number; points: number; cancel_date: string | null }[] }>(
        `points/uses?${new URLSearchParams({ reservation_code })}`,
      ),
    usesOfCoupons: (reservation_code: string) =>
      call<{ items: { use_coupon_case_id: number; discount: number; cancel_date: string | null }[] }>(
        `coupons/uses?${new URLSearchParams({ reservation_code })}`,
      ),
    quoteCoupon: (request: Coupon) => call<CouponQuote>("coupons/quote", request),
    redeemCoupon: (request: Coupon, idempotencyKey: string) =>
      call<{ use_coupon_case_id: number; discount: number }>("coupons/redeem", request, idempotencyKey),
    cancelCoupon: (use_coupon_case_id: number, reason: string, idempotencyKey: string) =>
      call<{ discount: number }>("coupons/cancel", { use_coupon_case_id, reason }, idempotencyKey),
  };
}
