import { makeCode } from "@okaeri/domain/coupons/pool";

/** A code for everybody: nobody gains by guessing it. */
export const newCouponCode = () => makeCode((n) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % n);
