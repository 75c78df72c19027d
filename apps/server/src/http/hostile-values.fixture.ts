// Values that no call may trip over, and how they are put into the places of a valid one.

const NUL = "\u0000";
const UNSTORABLE = [NUL, `a${NUL}b`, "\ud800", "a\udfffb"];
const ODD_CHARACTERS = ["\u202eabc", "\ufeff", "\uffff", "👩‍👩‍👧‍👦".repeat(200), "𠮷野家", "Ṱ̺̺̕o͞ ̷i̲̬", "１", "٣", "%00"];
const LENGTHS = ["", " ", "x".repeat(10_000), " ".repeat(1_000), ",".repeat(99), "1,".repeat(200), "1,2,3"];
const QUOTING = ["%", "_", "\\", "'", "';drop table users;--", "1 OR 1=1", "(select 1)", "name;drop", "#{7*7}"];
const NUMBERS = [
  "1e3",
  "0x1",
  "-1",
  "+1",
  "01",
  "1.0",
  "NaN",
  "Infinity",
  "9".repeat(15),
  `-${"9".repeat(15)}`,
  "9".repeat(22),
];
const DAYS = [
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "2026-13-01",
  "1900-01-01",
  "2999-12-31",
  "2026-11-20T00:00:00Z",
];
const NAMES = ["password", "__proto__", "constructor", "toString", "null", "undefined", "true", "../../etc/passwd"];
const MARKUP = [
  "{{ name }}",
  "{{ constructor }}",
  "{% raw %}",
  "{{",
  "}}",
  "a\r\nBcc: x@evil.test",
  "<script>1</script>",
];

/** Hostile texts (quality B15, Q01–Q06, T01–T05), for queries and bodies. */
export const TEXTS = [UNSTORABLE, ODD_CHARACTERS, LENGTHS, QUOTING, NUMBERS, DAYS, NAMES, MARKUP].flat();
const WRONG_NUMBERS = [0, -1, 1.5, 0.0005, 1e21, -1e21, 2 ** 31, 2 ** 53, 2 ** 63, 1e308];
const WRONG_SHAPES = [null, true, false, [], {}, [[]], [null], ["a"], { a: 1 }, { $ne: 1 }];
/** For bodies (quality A03, B06). */
export const VALUES: unknown[] = [
  ...WRONG_NUMBERS,
  ...WRONG_SHAPES,
  Array(2_000).fill(1),
  Array(300).fill({}),
  ...TEXTS,
];

type Path = readonly (string | number)[];

/** Every place within a value, containers too. */
export function placesIn(value: unknown, at: Path = []): Path[] {
  const here = at.length > 0 ? [at] : [];
  if (typeof value !== "object" || value === null) return here;
  const isList = Array.isArray(value);
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, isList ? Number(key) : key])),
  ];
}

/** A copy with one place replaced. */
export function replaced(value: unknown, [head, ...rest]: Path, by: unknown): unknown {
  if (head === undefined) return by;
  const part = replaced((value as Record<string | number, unknown>)[head], rest, by);
  if (Array.isArray(value)) return value.with(Number(head), part);
  return { ...(value as object), [head]: part };
}
