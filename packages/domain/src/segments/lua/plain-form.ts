import { type AnyForm, type AnyTerm, TooLarge } from "./guards.ts";

/** The form as it is asked: what one fact is compared with in turn becomes one test, as a rule of the builder has it. */
export function plainForm(form: AnyForm): AnyForm {
  switch (form.form) {
    case "not":
      return { form: "not", of: plainForm(form.of) };
    case "and":
      return { form: "and", of: form.of.map(plainForm) };
    case "or":
      return oneOfSeveral(form.of.map(plainForm));
    case "counted":
      return { ...form, where: plainForm(form.where) as typeof form.where };
    case "guest":
      return { form: "guest", of: plainForm(form.of) as typeof form.of };
    default:
      return form;
  }
}

/** `x == 1 or x == 2` is one test. */
function oneOfSeveral(parts: readonly AnyForm[]): AnyForm {
  const values = new Map<string, (number | string)[]>();
  const left: AnyForm[] = [];
  for (const part of parts) {
    if (part.form !== "test" || part.test.operator !== "in") {
      left.push(part);
      continue;
    }
    const key = JSON.stringify([part.fact, part.args]);
    const listed = values.get(key);
    if (listed) listed.push(...part.test.values);
    else {
      const own = [...part.test.values];
      values.set(key, own);
      left.push({ ...part, test: { operator: "in", values: own } });
    }
  }
  return left.length === 1 ? (left[0] as AnyForm) : { form: "or", of: left };
}

/** Most parts of the statement that a condition becomes. */
const MAX_SIZE = 10_000;

/** @throws TooLarge: a condition that no statement should carry. */
export function checkSize(form: AnyForm): void {
  if (new Sizes().of(form) > MAX_SIZE) throw new TooLarge();
}

/** How often the statement writes each part of a term: nothing that PostgreSQL works out can be given a name there. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "%": { left: 1, right: 3 },
  "//": { left: 6, right: 4 },
  "/": { left: 6, right: 4 },
  least: { left: 3, right: 3 },
  greatest: { left: 3, right: 3 },
  floor: { of: 3 },
  ceil: { of: 3 },
  compare: { left: 2, right: 2 },
  part: { of: 10, from: 10, to: 4 },
  place: { of: 8, what: 2, from: 12 },
};

class Sizes {
  private readonly known = new Map<object, number>();

  of(node: AnyForm | AnyTerm): number {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const times = WRITTEN["form" in node ? node.form : node.term];
    let size = 1;
    for (const [name, value] of Object.entries(node))
      for (const part of Array.isArray(value) ? value : [value])
        if (typeof part === "object" && part !== null && ("form" in part || "term" in part))
          size += this.of(part) * (times?.[name] ?? 1);
    this.known.set(node, size);
    return size;
  }
}
