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

/** Most parts of a condition. */
const MAX_SIZE = 4_000;

/** @throws TooLarge: a condition that no statement should carry. */
export function checkSize(form: AnyForm): void {
  let size = 0;
  const stack: (AnyForm | AnyTerm)[] = [form];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    size += 1;
    if (size > MAX_SIZE) throw new TooLarge();
    for (const part of Object.values(node).flat())
      if (typeof part === "object" && part !== null && ("form" in part || "term" in part)) stack.push(part);
  }
}
