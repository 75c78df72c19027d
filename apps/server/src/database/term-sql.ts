import type { Form, ValueTerm } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import type { Condition, FactType, SqlColumn } from "./form-sql.ts";

/** A value in SQL: null where it has none. `finite`: a fraction that is never infinite and never "not a number". */
export type TermSql = { type: "int" | "float" | "text"; column: SqlColumn; finite: boolean };

/** What terms are about, in SQL. */
export type TermSubject<F extends string> = {
  /** A fact that is one value: its column, null where it is not known. */
  value: (fact: F, args: readonly (number | string)[]) => { type: FactType; column: SqlColumn };
  holds: (form: Form<F>) => Condition;
  guest: (term: ValueTerm) => TermSql;
  counted: (term: Extract<ValueTerm, { term: "counted" }>) => SqlColumn;
  /** The day of evaluation. */
  day: SqlColumn;
};

const COMPARISONS = { "==": sql`=`, "<": sql`<`, "<=": sql`<=` } as const;
const NAN = sql`'NaN'::float8`;
const ZERO = sql`0::float8`;

/** A comparison as Lua has it; never null, and fails where a side has no value. Nothing that it works out can raise an error. */
export function compareSql<F extends string>(
  { left, operator, right }: Extract<Form<F>, { form: "compare" }>,
  subject: TermSubject<F>,
): Condition {
  const [one, other] = [termSql(left, subject), termSql(right, subject)];
  const comparison = COMPARISONS[operator];
  if (one.type === "text")
    return sql<boolean>`((${one.column} collate "C" ${comparison} ${other.column} collate "C") is true)`;
  if (one.finite && other.finite) return sql<boolean>`((${one.column} ${comparison} ${other.column}) is true)`;
  // PostgreSQL takes "not a number" for equal to itself and larger than all others.
  const compared = once(
    [one.column, other.column],
    (a, b) => sql`${a} <> ${NAN} and ${b} <> ${NAN} and ${a} ${comparison} ${b}`,
  );
  return sql<boolean>`(${compared} is true)`;
}

const NAMES = [sql`given.a`, sql`given.b`, sql`given.c`] as const;

/**
 * What is used several times is worked out and written once. Without it, a function of a function of a function would be written out
 * ever so often; without "offset 0" PostgreSQL would do that itself.
 */
function once(columns: readonly SqlColumn[], use: (a: SqlColumn, b: SqlColumn, c: SqlColumn) => SqlColumn): SqlColumn {
  const given = columns.map((column, at) => sql`${column} as ${sql.ref("abc".charAt(at))}`);
  return sql`(select ${use(...NAMES)} from (select ${sql.join(given)} offset 0) given)`;
}

const int = (column: SqlColumn): TermSql => ({ type: "int", column, finite: true });
const text = (column: SqlColumn): TermSql => ({ type: "text", column, finite: true });
const float = (column: SqlColumn, finite: boolean): TermSql => ({ type: "float", column, finite });

/** A term in SQL. Bounds are the compiler's: no whole number leaves 64 bits and no fraction those of float8. */
export function termSql<F extends string>(term: ValueTerm<F>, subject: TermSubject<F>): TermSql {
  const of = (part: ValueTerm<F>) => termSql(part, subject);
  switch (term.term) {
    case "int":
      return int(sql`${term.value.toString()}::int8`);
    case "float":
      return float(sql`${Object.is(term.value, -0) ? "-0" : String(term.value)}::float8`, Number.isFinite(term.value));
    case "text":
      return text(sql`${term.value}::text`);
    case "fact":
      return factSql(subject.value(term.fact, term.args ?? []));
    case "guest":
      return subject.guest(term.of);
    case "day":
      return text(dayText(sql`${subject.day} + ${term.ahead}::int`));
    case "month":
      return int(sql`((extract(month from ${subject.day})::int8 + ${term.ahead - 1}::int8) % 12 + 1)`);
    case "counted":
      return int(subject.counted(term));
    case "case": {
      const [value, otherwise] = [of(term.value), of(term.otherwise)];
      const column = sql`(case when ${subject.holds(term.when)} then ${value.column} else ${otherwise.column} end)`;
      return { type: value.type, column, finite: value.finite && otherwise.finite };
    }
    case "part":
      return text(partSql(of(term.of).column, of(term.from).column, of(term.to).column));
    case "place":
      return int(placeSql(of(term.of).column, of(term.what).column, term.from, of(term.from).column));
    case "joined":
      return text(sql`(${of(term.left).column} || ${of(term.right).column})`);
    case "least":
    case "greatest":
      return int(chosen(term.term, of(term.left).column, of(term.right).column));
    case "&":
    case "|":
    case "~":
      return int(sql`(${of(term.left).column} ${BITS[term.term]} ${of(term.right).column})`);
    case "shift":
      return int(shiftSql(of(term.of).column, term.places));
    default:
      return "left" in term ? ofBoth(term, of(term.left), of(term.right)) : ofOne(term, of(term.of));
  }
}

const BITS = { "&": sql`&`, "|": sql`|`, "~": sql`#` } as const;

/** To the right PostgreSQL keeps the sign, where Lua has zeros come in. */
function shiftSql(column: SqlColumn, places: number): SqlColumn {
  if (places >= 0) return sql`(${column} << ${places}::int)`;
  const zeros = (2n ** BigInt(64 + places) - 1n).toString();
  return sql`((${column} >> ${-places}::int) & ${zeros}::int8)`;
}

const dayText = (day: SqlColumn): SqlColumn => sql`to_char((${day})::timestamp, 'YYYY-MM-DD')`;

function factSql({ type, column }: { type: FactType; column: SqlColumn }): TermSql {
  if (type === "date") return text(dayText(column));
  return type === "text" ? text(column) : int(sql`(${column})::int8`);
}

/** Null where either is, which "least" of PostgreSQL is not. */
function chosen(term: "least" | "greatest", left: SqlColumn, right: SqlColumn): SqlColumn {
  const first = term === "least" ? sql`<=` : sql`>=`;
  return once(
    [left, right],
    (a, b) => sql`case when ${a} ${first} ${b} then ${a} when ${b} ${first} ${a} then ${b} end`,
  );
}

type Both = Extract<ValueTerm<string>, { type: "int" | "float"; left: unknown }>;

function ofBoth(term: Both, left: TermSql, right: TermSql): TermSql {
  const [a, b] = [left.column, right.column];
  if (term.type === "int") return int(ofInts(term.term, a, b));
  const divisor = term.right.term === "float" && term.right.value !== 0;
  if (term.term === "/") return float(divided(a, b, divisor), left.finite && divisor);
  if (term.term === "//") return float(sql`floor(${divided(a, b, divisor)})`, left.finite && divisor);
  return float(sql`(${a} ${SIGNS[term.term]} ${b})`, left.finite && right.finite);
}

const SIGNS = { "+": sql`+`, "-": sql`-`, "*": sql`*` } as const;

/** Lua rounds down and gives the rest the sign of the divisor; PostgreSQL rounds to zero. */
function ofInts(operator: Both["term"], a: SqlColumn, b: SqlColumn): SqlColumn {
  if (operator === "+" || operator === "-" || operator === "*") return sql`(${a} ${SIGNS[operator]} ${b})`;
  return once([a, b], (whole, by) => {
    const divisor = sql`nullif(${by}, 0)`;
    const rest = sql`((${whole} % ${divisor} + ${by}) % ${divisor})`;
    return operator === "%" ? rest : sql`((${whole} - ${rest}) / ${divisor})`;
  });
}

/** By zero, with the sign it has, it is infinite or not a number, as IEEE 754 and Lua have it; PostgreSQL would raise an error. */
function divided(a: SqlColumn, b: SqlColumn, isNumber: boolean): SqlColumn {
  if (isNumber) return sql`(${a} / ${b})`;
  return once(
    [a, b],
    (over, by) => sql`case when ${by} <> ${ZERO} then ${over} / ${by} when ${by} = ${ZERO} then
    case when ${over} = ${ZERO} or ${over} = ${NAN} then ${NAN}
      when (${over} > ${ZERO}) = ((${by})::text = '0') then 'Infinity'::float8 when ${over} is not null then '-Infinity'::float8 end end`,
  );
}

type One = Extract<ValueTerm<string>, { of: unknown }>;

function ofOne(
  term: Exclude<One, { term: "guest" | "part" | "place" | "shift" }>,
  { column, type, finite }: TermSql,
): TermSql {
  switch (term.term) {
    case "absolute":
      return { type, column: sql`abs(${column})`, finite };
    case "negative":
      return float(sql`(- ${column})`, finite);
    case "floor":
      return int(wholeSql(sql`floor(${column})`));
    case "ceil":
      return int(wholeSql(sql`ceil(${column})`));
    case "as_float":
      return float(sql`(${column})::float8`, true);
    case "as_text":
      return text(sql`(${column})::text`);
    case "length":
      return int(sql`octet_length(${column})::int8`);
    // Of letters, "C" knows those of ASCII alone.
    case "lower":
      return text(sql`lower(${column} collate "C")`);
    case "upper":
      return text(sql`upper(${column} collate "C")`);
  }
}

/** Null for what is no whole number of 64 bits. */
const wholeSql = (float: SqlColumn): SqlColumn =>
  once(
    [float],
    (a) =>
      sql`case when ${a} >= '-9223372036854775808'::float8 and ${a} < '9223372036854775808'::float8 then (${a})::int8 end`,
  );

/** Where a place that Lua names stands in a text, counted from its end where it is negative, and no sooner than its first byte. */
const startSql = (length: SqlColumn, from: SqlColumn): SqlColumn =>
  sql`(case when ${from} > 0 then least(${from}, 2000000000)
    when ${from} = 0 or ${from} < - ${length} then 1
    else ${length} + ${from} + 1 end)`;

/** string.sub of ASCII, where bytes are characters. */
const partSql = (of: SqlColumn, from: SqlColumn, to: SqlColumn): SqlColumn =>
  once([of, from, to], (whole, first, last) => {
    const length = sql`octet_length(${whole})`;
    const end = sql`(case when ${last} > ${length} then ${length} when ${last} >= 0 then ${last} when ${last} < - ${length} then 0
    else ${length} + ${last} + 1 end)`;
    const start = startSql(length, first);
    return sql`substr(${whole}, ${start}::int, greatest(${end} - ${start} + 1, 0)::int)`;
  });

/** string.find: in bytes from 1, 0 where it is nowhere. From a later start only of ASCII. */
function placeSql(of: SqlColumn, what: SqlColumn, from: ValueTerm<string>, start: SqlColumn): SqlColumn {
  if (from.term === "int" && from.value === 1n)
    return once(
      [of, what],
      (a, b) =>
        sql`(case strpos(${a}, ${b}) when 0 then 0 else octet_length(left(${a}, strpos(${a}, ${b}) - 1)) + 1 end)::int8`,
    );
  return once([of, what, start], (a, b, c) => {
    const begin = startSql(sql`octet_length(${a})`, c);
    const rest = sql`substr(${a}, ${begin}::int)`;
    return sql`(case when ${begin} > octet_length(${a}) + 1 or strpos(${rest}, ${b}) = 0 then 0
    else strpos(${rest}, ${b}) + ${begin} - 1 end)::int8`;
  });
}
