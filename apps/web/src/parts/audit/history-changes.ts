/** One field of a line of the log, as it was and as it became; `undefined` where there was nothing. */
export type Change = {
  /** Field names from the outside in; a part in brackets names one of several things: `accounts`, `[12]`, `permissions`. */
  path: string[];
  before: unknown;
  after: unknown;
  /** What the innermost of several things is, whose name or kind says which: the account of a membership, the kind of an option. */
  item?: Record<string, unknown>;
};

/** Paging of an exported list, keys of rows: nothing that somebody changed. */
const NOT_SHOWN = new Set(["id", "version", "page", "size", "sort", "session_id", "places"]);
/** Which of several things it is stands before its fields already. */
const NAMING = new Set(["account_id"]);
/** Trees and long lists whose single values say nothing to a reader; it is told that they changed. */
const WHOLE = new Set(["segments", "target", "details", "schedule", "schedule_once", "trigger", "mapping", "groups"]);
/** What tells one of several things from the others, the first that is there. */
const IDENTITIES = ["account_id", "id", "key", "external_code", "code", "name", "option_type"];

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isThings = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);
const isNumbered = (value: unknown) => isFields(value) && Object.keys(value).some((key) => key.startsWith("["));
const isNothing = (value: unknown) => value === undefined || value === null || value === "";

/** Field by field what differs between two values of the log. A new thing shows what it became, a removed one what it was. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  return compare([], nested(before), nested(after), undefined);
}

/** Fields that a long document names one by one, `segments.12.name`, as things within things; numbers tell them apart. */
function nested(values: unknown): unknown {
  if (!isFields(values)) return values ?? undefined;
  const whole: Fields = {};
  for (const [name, value] of Object.entries(values)) {
    if (!name.includes(".")) {
      whole[name] = value;
      continue;
    }
    const path = name.split(".").map((part) => (/^\d+$/.test(part) ? `[${part}]` : part));
    const field = path.pop() ?? name;
    let within = whole;
    for (const part of path) {
      const deeper = (within[part] ?? {}) as Fields;
      within[part] = deeper;
      within = deeper;
    }
    within[field] = value;
  }
  return whole;
}

function compare(path: string[], before: unknown, after: unknown, item: Fields | undefined): Change[] {
  const name = path.at(-1);
  // A list that is compared thing by thing has no numbers in brackets.
  const whole = name !== undefined && WHOLE.has(name) && !isNumbered(before) && !isNumbered(after);
  if (!whole && (isFields(before) || isFields(after))) {
    const was = isFields(before) ? before : {};
    const is = isFields(after) ? after : {};
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      (key) => !NOT_SHOWN.has(key) && !(item !== undefined && NAMING.has(key)),
    );
    return keys.flatMap((key) => compare([...path, key], was[key], is[key], item));
  }
  if (!whole && (isThings(before) || isThings(after))) return compareThings(path, things(before), things(after));
  if (same(before, after) || (isNothing(before) && isNothing(after))) return [];
  return [{ path, before, after, ...(item ? { item } : {}) }];
}

const things = (value: unknown) => (isThings(value) ? value : []);

function compareThings(path: string[], before: Fields[], after: Fields[]): Change[] {
  const was = byIdentity(before);
  const is = byIdentity(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const item = is.get(key) ?? was.get(key);
    return compare([...path, `[${key}]`], was.get(key), is.get(key), item);
  });
}

function byIdentity(list: Fields[]): Map<string, Fields> {
  return new Map(
    list.map((thing, index) => {
      const known = IDENTITIES.find((name) => !isNothing(thing[name]));
      return [known === undefined ? `#${index + 1}` : `${known}=${String(thing[known])}`, thing];
    }),
  );
}

/** Lists of words count as the same in any order. */
function same(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b);
  const text = (list: unknown[]) => JSON.stringify(list.map((value) => JSON.stringify(value)).toSorted());
  return text(a) === text(b);
}
