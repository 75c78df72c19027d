// Money is whole yen in a JavaScript number; rates are percent × 1000 (numeric(6,3)), so nothing is ever a fraction.

/** Largest amount accepted from outside, yen. */
export const MAX_YEN = 1_000_000_000_000;
/** Dearest stay or reservation that is taken over, yen: its points at 100 % are the largest grant the ledger holds. */
export const MAX_STAY_YEN = 1_000_000_000;
/** 100 % as a rate in thousandths of a percent. */
export const FULL_RATE_THOUSANDTHS = 100_000;

/** `dot_or_comma`: the dot may stand between thousands (10.000) as well as before a fraction. */
export type YenError = "not_a_number" | "decimals" | "dot_or_comma" | "too_large";
export type YenResult = { ok: true; yen: number } | { ok: false; code: YenError };

const GROUPED = "\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?: \\d{3})+|\\d+";
const YEN = new RegExp(`^([-+−▲△])? ?[¥\\\\]? ?([-−▲△])? ?(${GROUPED})(?:\\.(\\d+))? ?円?$`);
/** A negative figure as accounting writes it. */
const IN_BRACKETS = new RegExp(`^\\( ?[¥\\\\]? ?(${GROUPED})(?:\\.(\\d+))? ?円? ?\\)$`);
/** One to three digits and groups of three behind dots: thousands for half of Europe. */
const DOT_GROUPS = /^[-+−▲△]? ?[¥\\]? ?[-−]? ?[1-9]\d{0,2}(?:\.\d{3})+ ?円?$/;

/**
 * Reads whole yen: "12345", "¥12,345", "１２，３４５円", "12345.0", "▲1,000", "(1,000)". Negative figures are read (the caller decides).
 * Errors: a fraction other than zero, a comma or space between other than thousands, 10.000, a minus behind the figure (the end of a
 * figure in Japan, a negative one in ledgers), and more than MAX_YEN either way.
 */
export function parseYen(text: string): YenResult {
  if (/^\d{1,12}$/.test(text)) return { ok: true, yen: Number(text) };
  // NFKC turns the full-width ￥, digits, comma and spaces into plain ones.
  const plain = text
    .normalize("NFKC")
    .replace(/[ \t]+/g, " ")
    .trim();
  if (DOT_GROUPS.test(plain)) return { ok: false, code: "dot_or_comma" };
  const signed = YEN.exec(plain);
  const match = signed ?? IN_BRACKETS.exec(plain);
  const [first, second, figure, fraction] = signed ? signed.slice(1) : [undefined, "-", ...(match?.slice(1) ?? [])];
  if (!match || figure === undefined || (first && second)) return { ok: false, code: "not_a_number" };
  if (fraction !== undefined && /[^0]/.test(fraction)) return { ok: false, code: "decimals" };
  const digits = figure.replace(/[, ]/g, "");
  const magnitude = digits.length > 16 ? Number.POSITIVE_INFINITY : Number(digits);
  if (magnitude > MAX_YEN) return { ok: false, code: "too_large" };
  const negative = second !== undefined || (first !== undefined && first !== "+");
  return { ok: true, yen: negative && magnitude !== 0 ? -magnitude : magnitude };
}

/**
 * `amount × rate %`, floored once to a whole number. `amount` is a non-negative integer, `rateThousandths` percent × 1000
 * (10 % = 10000). Throws RangeError for anything else.
 */
export function floorRate(amount: number, rateThousandths: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`amount must be a whole number ≥ 0: ${amount}`);
  if (!Number.isSafeInteger(rateThousandths) || rateThousandths < 0)
    throw new RangeError(`bad rate: ${rateThousandths}`);
  // 10^12 yen × 999.999 % passes 2^53: BigInt keeps it exact.
  return Number((BigInt(amount) * BigInt(rateThousandths)) / 100_000n);
}

/** Percent text with at most three decimals to thousandths ("1.5" → 1500), or undefined. */
export function parseRateThousandths(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(text.normalize("NFKC").trim().replace(/%$/, ""));
  if (!match) return undefined;
  return Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
}

/** ¥12,345; a minus stands before the sign. */
export function formatYen(yen: number): string {
  const text = Math.abs(yen)
    .toFixed(0)
    .replace(/\B(?=(\d{3})+$)/g, ",");
  return yen < 0 ? `-¥${text}` : `¥${text}`;
}

/** Percent as a number with at most three decimals (1.5) to thousandths (1500). Throws RangeError for finer rates. */
export function toThousandths(percent: number): number {
  const thousandths = Math.round(percent * 1000);
  if (!Number.isSafeInteger(thousandths) || thousandths < 0 || Math.abs(percent * 1000 - thousandths) > 1e-6) {
    throw new RangeError(`not a rate with three decimals: ${percent}`);
  }
  return thousandths;
}

/** Percent above 0 and at most 100, with at most three decimals. */
export function isRate(percent: number): boolean {
  return percent > 0 && percent <= 100 && Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6;
}
