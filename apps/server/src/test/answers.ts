import type pg from "pg";

/**
 * What a value may be, as the program sees it. Said by a type, or seen in what PostgreSQL answered: `any` where nothing is said, no kind
 * where nothing was seen.
 */
export type Shape = {
  kinds: string[];
  /** Of lists. */
  items?: Shape;
  /** Of objects. Those without are not looked into. */
  fields?: Record<string, Shape>;
  /** A field that some of the objects lack. */
  optional?: true;
  /** The only texts there are, or those that were seen. */
  texts?: string[];
};

/** One field of an answer, with the column it is read from where it is no more than that. */
export type Field = { name: string; shape: Shape; column?: { table: number; number: number } };

/** A statement that PostgreSQL took: the templates it was made of last, the keys of all its templates, and what it answered. */
export type Taken = { text: string; templates: string[][]; fragments: string[]; fields?: Field[] };

/** More than this of an answer says nothing new, and costs the tests time. */
const ROWS = 100;
/** Answers whose JSON is looked into. */
const LOOKS = 40;
const TEXTS = 12;
const KEYS = 100;

const TEXT = 25;
const JSON_TYPES = new Set([114, 3802]);
/** A text that PostgreSQL may send for each type that the program reads: the driver says by it what the program gets. */
const SAMPLES: Record<number, string> = {
  16: "t",
  17: "\\x00",
  18: "a",
  19: "a",
  20: "1",
  21: "1",
  23: "1",
  25: "a",
  26: "1",
  700: "1",
  701: "1",
  1000: "{t}",
  1005: "{1}",
  1007: "{1}",
  1009: "{a}",
  1015: "{a}",
  1016: "{1}",
  1043: "a",
  1082: "2026-01-01",
  1114: "2026-01-01 00:00:00",
  1115: '{"2026-01-01 00:00:00"}',
  1182: "{2026-01-01}",
  1184: "2026-01-01 00:00:00+00",
  1185: '{"2026-01-01 00:00:00+00"}',
  1186: "1 day",
  1231: "{1}",
  1700: "1",
  2205: "a",
  2206: "a",
  2278: "",
  2950: "a",
};

export function shapeOf(value: unknown): Shape {
  if (value === null) return { kinds: ["null"] };
  if (Array.isArray(value))
    return { kinds: ["array"], items: value.slice(0, ROWS).map(shapeOf).reduce(eitherOf, { kinds: [] }) };
  if (typeof value !== "object") return { kinds: [typeof value] };
  const name = (value.constructor as { name: string } | undefined)?.name ?? "Object";
  if (name !== "Object") return { kinds: [name] };
  const fields = Object.entries(value).slice(0, KEYS);
  return { kinds: ["object"], fields: Object.fromEntries(fields.map(([key, each]) => [key, shapeOf(each)])) };
}

export function eitherOf(a: Shape, b: Shape): Shape {
  const kinds = [...new Set([...a.kinds, ...b.kinds])];
  const items = a.items && b.items ? eitherOf(a.items, b.items) : (a.items ?? b.items);
  const objects = [a, b].filter((each) => each.kinds.includes("object"));
  const looked = objects.every(({ fields }) => fields !== undefined);
  const fields = objects.length > 0 && looked ? eitherFields(objects.map((each) => each.fields ?? {})) : undefined;
  const optional = a.optional ?? b.optional;
  const texts = textsOf(a, b);
  return {
    kinds,
    ...(items && { items }),
    ...(fields && { fields }),
    ...(optional && { optional }),
    ...(texts && { texts }),
  };
}

/** Known only as long as all that may be texts say which. */
function textsOf(a: Shape, b: Shape): string[] | undefined {
  const stringed = [a, b].filter(({ kinds }) => kinds.includes("string"));
  const all = stringed.map(({ texts }) => texts);
  if (stringed.length === 0 || all.includes(undefined)) return undefined;
  return [...new Set(all.flatMap((texts) => texts ?? []))];
}

function eitherFields(objects: Record<string, Shape>[]): Record<string, Shape> {
  const names = new Set(objects.flatMap((fields) => Object.keys(fields)));
  const of = (name: string): Shape => {
    const found = objects.flatMap((fields) => (Object.hasOwn(fields, name) ? [fields[name] as Shape] : []));
    const shape = found.reduce(eitherOf);
    return found.length < objects.length ? { ...shape, optional: true } : shape;
  };
  return Object.fromEntries([...names].map((name) => [name, of(name)]));
}

/** What the answers of one statement showed so far. */
export class Answers {
  readonly #fields: Seen[];
  #looks = 0;

  constructor(client: Pick<pg.ClientBase, "getTypeParser">, fields: readonly pg.FieldDef[]) {
    this.#fields = fields.map(({ name, dataTypeID, tableID, columnID }) => {
      const isJson = JSON_TYPES.has(dataTypeID);
      const shape = isJson ? { kinds: [] } : plainShape(client, dataTypeID);
      const texts = shape.kinds.includes("string") ? new Set<string>() : null;
      const column = tableID > 0 && columnID > 0 ? { column: { table: tableID, number: columnID } } : {};
      // `null as name` is a text to PostgreSQL.
      const isUntyped = dataTypeID === TEXT && !("column" in column);
      return { name, isJson, shape, texts, isUntyped, isNull: false, ...column };
    });
  }

  /** Tests send the same statement thousands of times: this must cost next to nothing. */
  look(rows: readonly Record<string, unknown>[]): void {
    this.#looks++;
    for (const field of this.#fields)
      for (let at = 0; at < rows.length && at < ROWS; at++) {
        const value = rows[at]?.[field.name];
        if (value === null) field.isNull = true;
        else this.#see(field, value);
      }
  }

  #see(field: Seen, value: unknown): void {
    field.isUntyped = false;
    if (field.isJson && this.#looks <= LOOKS) field.shape = eitherOf(field.shape, shapeOf(value));
    if (field.texts && typeof value === "string" && field.texts.size < TEXTS) field.texts.add(value);
  }

  get fields(): Field[] {
    return this.#fields.map(({ name, shape, texts, isUntyped, isNull, column }) => ({
      name,
      shape: {
        ...shape,
        kinds: [...(isUntyped ? [] : shape.kinds), ...(isNull ? ["null"] : [])],
        ...(texts && texts.size < TEXTS && { texts: [...texts] }),
      },
      ...(column && { column }),
    }));
  }
}

type Seen = Field & { isJson: boolean; isUntyped: boolean; isNull: boolean; texts: Set<string> | null };

function plainShape(client: Pick<pg.ClientBase, "getTypeParser">, type: number): Shape {
  const sample = SAMPLES[type];
  const parse = client.getTypeParser(type, "text") as (text: string) => unknown;
  return sample === undefined
    ? { kinds: [`type ${type} without a sample in apps/server/src/test/answers.ts`] }
    : shapeOf(parse(sample));
}
