import { parseSchedule, SCHEDULE_FIELDS, type ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";

// Schedules by chance, and a walk over every minute of Japan's calendar that shares nothing with the product or its library.

/** The same numbers for the same seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const EDGE_CASES: Partial<ScheduleFields>[] = [
  { day_of_month: "29", month: "2" },
  { day_of_month: "31" },
  { day_of_month: "30,31", month: "2,4,12" },
  { minute: "59", hour: "23", day_of_month: "31", month: "12" },
  { minute: "0", hour: "0", day_of_month: "1", month: "jan" },
  { minute: "59", hour: "23", day_of_month: "L" },
  { minute: "0", hour: "0", day_of_month: "L", month: "2" },
  { day_of_week: "1#5" },
  { day_of_week: "7#1", day_of_month: "?" },
  { day_of_month: "13", day_of_week: "5" },
  { day_of_month: "*/2", day_of_week: "sun" },
  { day_of_month: "29", month: "2", year: "2028/4" },
  { hour: "0-23/6", day_of_week: "5-7" },
  { year: "2028", day_of_month: "1" },
];

/** So many schedules, the awkward ones first. */
export function schedulesByChance(count: number, seed: number): ScheduleFields[] {
  const chance = chances(seed);
  const from = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)] as T;
  const number = (least: number, most: number) => least + Math.floor(chance() * (most - least + 1));
  const field = (least: number, most: number, bare: number): string => {
    if (chance() < bare) return "*";
    const [a, b] = [number(least, most), number(least, most)].toSorted((x, y) => x - y) as [number, number];
    return from([`${a}`, `${a},${b}`, `${a}-${b}`, `${a}-${b}/${number(1, 5)}`, `*/${number(2, most)}`]);
  };
  return Array.from({ length: count }, (_, at) => {
    const days = from([
      () => ({ day_of_month: "L", day_of_week: from(["*", "?"]) }),
      () => ({ day_of_month: from(["*", "?"]), day_of_week: `${number(0, 7)}#${number(1, 5)}` }),
      () => ({ day_of_month: field(1, 31, 0.4), day_of_week: field(0, 6, 0.5) }),
    ])();
    const made = {
      minute: String(number(0, 59)),
      hour: from([String(number(0, 23)), "0", "23", `${number(0, 11)},${number(12, 23)}`]),
      ...days,
      month: field(1, 12, 0.7),
      year: from(["*", "*", "*", "2027-2028", "2028", "2027,2029"]),
    };
    const edgeCase = EDGE_CASES[at];
    return edgeCase ? { ...made, day_of_month: "*", month: "*", day_of_week: "*", year: "*", ...edgeCase } : made;
  });
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Whether a value is in one field, by its text alone. */
function says(text: string, value: number, least: number, most: number, names: readonly string[] = []): boolean {
  const read = (one: string) => (names.includes(one) ? names.indexOf(one) + least : Number(one));
  return text.split(",").some((part) => {
    const [span = "", step = "1"] = part.split("/");
    const [first, last] = span === "*" ? [least, most] : span.split("-").map(read);
    const end = last ?? (part.includes("/") ? most : first);
    return value >= (first ?? 0) && value <= (end ?? 0) && (value - (first ?? 0)) % Number(step) === 0;
  });
}

/** Every moment of a schedule from a day of Japan on, minute by minute. */
export function walked(fields: ScheduleFields, [y, m, d]: readonly [number, number, number], days: number): string[] {
  let [year, month, day] = [y, m, d];
  // As the calendar of the wall has it: 1 June 2027 is a Tuesday.
  let weekday = 2;
  const found: string[] = [];
  const minutes = Array.from({ length: 1_440 }, (_, at) => at).filter(
    (at) => says(fields.minute, at % 60, 0, 59) && says(fields.hour, Math.floor(at / 60), 0, 23),
  );
  for (let passed = 0; passed < days; passed += 1) {
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const length = month === 2 && isLeap ? 29 : (LENGTHS[month - 1] as number);
    if (meets(fields, { year, month, day, weekday, length }))
      for (const at of minutes)
        found.push(
          new Date(Date.UTC(year, month - 1, day, Math.floor(at / 60), at % 60) - 9 * 3_600_000).toISOString(),
        );
    weekday = (weekday + 1) % 7;
    day += 1;
    if (day > length) [day, month] = [1, month + 1];
    if (month > 12) [month, year] = [1, year + 1];
  }
  return found;
}

type Day = { year: number; month: number; day: number; weekday: number; length: number };

function meets(fields: ScheduleFields, { year, month, day, weekday, length }: Day): boolean {
  const { day_of_month: dom, day_of_week: dow } = fields;
  if (!says(fields.year, year, 1970, 2099) || !says(fields.month, month, 1, 12, MONTHS)) return false;
  if (dom === "L") return day === length;
  const [which, nth] = dow.split("#");
  if (nth !== undefined) return Number(which) % 7 === weekday && Math.ceil(day / 7) === Number(nth);
  const free = (text: string) => text === "*" || text === "?";
  const byDay = says(dom, day, 1, 31);
  const byWeekday = says(dow, weekday, 0, 6, NAMES) || (weekday === 0 && says(dow, 7, 0, 6));
  if (free(dom)) return free(dow) || byWeekday;
  return byDay || (!free(dow) && byWeekday);
}

/** What the product reads of it; chance makes only what can be read. */
export function readable(fields: ScheduleFields) {
  const read = parseSchedule(fields);
  if (!read.ok)
    throw new Error(`${SCHEDULE_FIELDS.map((one) => fields[one]).join(" ")}: ${JSON.stringify(read.problems)}`);
  return read.schedule;
}
