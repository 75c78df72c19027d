/** When a programme gives guests a member number of its own: never, or to each who is registered without one. */
export const MEMBER_NUMBER_ISSUES = ["off", "registration"] as const;
/** `luhn`: Luhn's digit (mod 10, ISO/IEC 7812-1 annex B) over the digits, behind them. */
export const CHECK_DIGITS = ["none", "luhn"] as const;
/** Digits of the running number, without the check digit. */
export const MEMBER_NUMBER_DIGITS = { min: 4, max: 12 } as const;
export const MAX_PREFIX = 8;

export type MemberNumberForm = {
  prefix: string;
  digits: number;
  check: (typeof CHECK_DIGITS)[number];
};

/** The last running number that these digits hold. */
export const lastNumber = (digits: number): number => 10 ** digits - 1;

/** The running number as a guest's member number. */
export function memberNumber({ prefix, digits, check }: MemberNumberForm, running: number): string {
  const padded = String(running).padStart(digits, "0");
  return `${prefix}${padded}${check === "luhn" ? luhnDigit(padded) : ""}`;
}

/** Every second digit from the right is doubled, the digits of all are summed; the check digit makes the sum a multiple of ten. */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
