import type { FactEntry } from "../field-types.ts";
import type { Form, ValueTerm } from "../form.ts";

/** A form or a term of a guest or of an item. */
export type AnyForm = Form<string>;
export type AnyTerm = ValueTerm<string>;

export const TRUE: AnyForm = { form: "constant", value: true };
export const FALSE: AnyForm = { form: "constant", value: false };
export const isTrue = (form: AnyForm): boolean => form.form === "constant" && form.value;
export const isFalse = (form: AnyForm): boolean => form.form === "constant" && !form.value;

/** Thrown where a condition becomes too large to be asked. */
export class TooLarge extends Error {}

/** Parts of a condition within each other. */
const MAX_DEPTH = 150;

/** How many steps one script may cost. */
export class Budget {
  private left = 100_000;

  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0) throw new TooLarge();
  }
}

/**
 * Builds conditions of one scope (a guest, or an item of a list) and makes them as plain as what holds where they are asked allows: within
 * `a and b`, `b` is built while `a` is taken to hold.
 */
export class Guards {
  private readonly ids = new Map<string, number>();
  private readonly idOf = new WeakMap<object, number>();
  private readonly taken = new Map<number, boolean>();
  private readonly trail: number[] = [];
  private readonly knowns = new Map<string, AnyForm>();
  private readonly depths = new WeakMap<object, number>();

  private readonly askedOf: (fact: string) => FactEntry | undefined;
  private readonly budget: Budget;
  readonly parent: Guards | null;

  constructor(askedOf: (fact: string) => FactEntry | undefined, budget: Budget, parent: Guards | null) {
    this.askedOf = askedOf;
    this.budget = budget;
    this.parent = parent;
  }

  /** Forms and terms that say the same have the same number. */
  id(node: AnyForm | AnyTerm): number {
    const known = this.idOf.get(node);
    if (known !== undefined) return known;
    this.budget.spend();
    const parts = Object.entries(node).map(([name, value]) => `${name}=${this.partKey(value)}`);
    const key = parts.join("\n");
    const id = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, id);
    this.idOf.set(node, id);
    return id;
  }

  private partKey(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((part) => this.partKey(part)).join(",")}]`;
    if (typeof value === "bigint") return `${value}n`;
    if (Object.is(value, -0)) return "-0";
    if (typeof value !== "object" || value === null)
      return typeof value === "number" ? String(value) : JSON.stringify(value);
    if ("form" in value || "term" in value) return `#${this.id(value as AnyForm)}`;
    return JSON.stringify(value);
  }

  /** Runs, and forgets what was taken to hold (or not to) meanwhile. */
  trying<T>(run: () => T): T {
    const mark = this.trail.length;
    try {
      return run();
    } finally {
      while (this.trail.length > mark) this.taken.delete(this.trail.pop() as number);
    }
  }

  /** From here on, it is taken to hold, or not to. */
  take(form: AnyForm, holds: boolean): void {
    this.budget.spend();
    if (form.form === "constant") return;
    if (form.form === "not") {
      this.take(form.of, !holds);
      return;
    }
    if ((form.form === "and" && holds) || (form.form === "or" && !holds))
      for (const part of form.of) this.take(part, holds);
    const id = this.id(form);
    if (this.taken.has(id)) return;
    this.taken.set(id, holds);
    this.trail.push(id);
    if (holds) for (const needed of this.neededBy(form)) this.take(needed, true);
  }

  /** What must be known for the form to hold. */
  private neededBy(form: AnyForm): readonly AnyForm[] {
    if (form.form === "test" && form.test.operator !== "known")
      return [this.known(form.fact, form.args)].filter((known) => !isTrue(known));
    if (form.form === "compare") return [...this.knownIn(form.left), ...this.knownIn(form.right)];
    return [];
  }

  /** What must be known for a term to have a value. */
  knownIn(term: AnyTerm): readonly AnyForm[] {
    this.budget.spend();
    switch (term.term) {
      case "fact":
        return [this.known(term.fact, term.args)].filter((known) => !isTrue(known));
      case "guest":
        return (this.parent?.knownIn(term.of) ?? []).map((of) => this.guest(of));
      case "case":
      case "counted":
        return [];
      default: {
        const parts = Object.values(term).filter(
          (part): part is AnyTerm => typeof part === "object" && part !== null && "term" in part,
        );
        return parts.flatMap((part) => this.knownIn(part));
      }
    }
  }

  known(fact: string, args?: readonly (number | string)[]): AnyForm {
    const key = args === undefined ? fact : JSON.stringify([fact, ...args]);
    const built = this.knowns.get(key);
    if (built !== undefined) return built;
    const asked = this.askedOf(fact);
    const always = asked?.always === true || asked?.type === "people";
    const known: AnyForm = always
      ? TRUE
      : { form: "test", fact, ...(args === undefined ? {} : { args }), test: { operator: "known" } };
    this.knowns.set(key, known);
    return known;
  }

  /** What is asked of the guest, within an item. */
  guest(of: AnyForm): AnyForm {
    return of.form === "constant" ? of : { form: "guest", of: of as Form };
  }

  not(of: AnyForm): AnyForm {
    if (of.form === "constant") return of.value ? FALSE : TRUE;
    return of.form === "not" ? of.of : { form: "not", of };
  }

  and(...parts: readonly AnyForm[]): AnyForm {
    return this.joined("and", parts);
  }

  or(...parts: readonly AnyForm[]): AnyForm {
    return this.joined("or", parts);
  }

  /** Each part is made plain while those before it hold (in "or": fail), and what a later part needs anyway is left out. */
  private joined(form: "and" | "or", given: readonly AnyForm[]): AnyForm {
    this.budget.spend(given.length);
    const and = form === "and";
    const decides = given.find((part) => part.form === "constant" && part.value !== and);
    if (decides) return decides;
    const open = given.filter((part) => part.form !== "constant");
    const [only] = open;
    if (only === undefined) return and ? TRUE : FALSE;
    if (open.length === 1) return this.plain(only);
    const parts: AnyForm[] = [];
    const decided = this.trying(() => {
      for (const part of open.flatMap((one) => (one.form === form ? one.of : [one]))) {
        const plain = this.plain(part);
        if (plain.form === "constant") {
          if (plain.value !== and) return plain;
          continue;
        }
        for (const one of plain.form === form ? plain.of : [plain]) {
          parts.push(one);
          this.take(one, and);
        }
      }
      return undefined;
    });
    if (decided) return decided;
    const left = and ? this.withoutNeeded(parts) : parts;
    if (left.length === 0) return and ? TRUE : FALSE;
    const come: AnyForm = left.length === 1 ? (left[0] as AnyForm) : { form, of: left };
    this.measured(come);
    return come;
  }

  /** How deep a form or a term is; what is too deep for whoever reads it is refused while it grows. */
  measured(node: AnyForm | AnyTerm): number {
    const known = this.depths.get(node);
    if (known !== undefined) return known;
    let depth = 1;
    for (const part of Object.values(node).flat())
      if (typeof part === "object" && part !== null && ("form" in part || "term" in part))
        depth = Math.max(depth, 1 + this.measured(part));
    if (depth > MAX_DEPTH) throw new TooLarge();
    this.depths.set(node, depth);
    return depth;
  }

  private withoutNeeded(parts: readonly AnyForm[]): readonly AnyForm[] {
    if (parts.length < 2 || !parts.some((part) => isKnown(part))) return parts;
    const needed = new Set(parts.flatMap((part) => this.neededBy(part).map((known) => this.id(known))));
    return parts.filter((part) => !isKnown(part) || !needed.has(this.id(part)));
  }

  /** The form, given what is taken to hold here. */
  plain(form: AnyForm): AnyForm {
    this.budget.spend();
    if (form.form === "constant") return form;
    const taken = this.taken.get(this.id(form));
    if (taken !== undefined) return taken ? TRUE : FALSE;
    switch (form.form) {
      case "not":
        return this.not(this.plain(form.of));
      case "and":
      case "or":
        return this.taken.size === 0 ? form : this.joined(form.form, form.of);
      case "guest":
        return this.parent === null ? form : this.guest(this.parent.plain(form.of));
      case "test":
      case "compare":
        return this.neededBy(form).some((known) => isFalse(this.plainKnown(known))) ? FALSE : form;
      default:
        return form;
    }
  }

  private plainKnown(known: AnyForm): AnyForm {
    const taken = this.taken.get(this.id(known));
    return taken === false ? FALSE : known;
  }
}

const isKnown = (form: AnyForm): boolean =>
  form.form === "guest" ? isKnown(form.of) : form.form === "test" && form.test.operator === "known";
