/** What a fact is compared with: an id, or a text between quotes. */
export type CompletionChoice = { value: string; words: string };

/** One name that a script may use. */
export type Word = {
  /** As it is typed. */
  name: string;
  kind: "fact" | "list" | "function" | "value";
  /** What it means. */
  words: string;
  /** Its unit, and whether it is known of everybody. */
  notes: readonly string[];
  example: string;
  choices?: readonly CompletionChoice[];
};

/** Everything that a script may name, in the person's words. */
export type Vocabulary = {
  words: readonly Word[];
  /** What is known of each thing of a list, by the list's name. */
  items: Readonly<Record<string, readonly Word[]>>;
};

/** What may be typed, and where the part of it begins that stands there already. */
export type CompletionOffer = { from: number } & (
  | { words: readonly Word[] }
  | { choices: readonly CompletionChoice[] }
);

/** What may follow `before`, the text in front of the cursor; `asked`: also where nothing has been typed yet. */
export function offerFor(before: string, vocabulary: Vocabulary, asked: boolean): CompletionOffer | undefined {
  const compared = comparison(before);
  if (compared !== undefined) {
    const choices = wordFor(compared.name, before, vocabulary)?.choices;
    return choices && { from: before.length - compared.typed.length, choices };
  }
  const member = /(?<![\w.])([A-Za-z_]\w*)\.(\w*)$/.exec(before);
  if (member) {
    const [, owner = "", typed = ""] = member;
    const words = membersOf(owner, before, vocabulary);
    return words && { from: before.length - typed.length, words };
  }
  const typed = /(?<![\w.])[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  // Behind a point or a figure no name begins.
  if (typed === "" && (!asked || /[\w.]$/.test(before))) return undefined;
  return { from: before.length - typed.length, words: vocabulary.words };
}

/** The name at a place of the text, with where it stands. */
export function wordAt(text: string, place: number, vocabulary: Vocabulary) {
  const from = place - (/[\w.]*$/.exec(text.slice(0, place))?.[0].length ?? 0);
  const name = /^[A-Za-z_]\w*(?:\.\w+)?/.exec(text.slice(from))?.[0];
  if (name === undefined || from + name.length < place) return undefined;
  const word = wordFor(name, text.slice(0, from), vocabulary);
  return word && { from, to: from + name.length, word };
}

/** What a fact is compared with at a place of the text. */
export function choiceAt(text: string, place: number, vocabulary: Vocabulary) {
  const from = place - (/\w*$/.exec(text.slice(0, place))?.[0].length ?? 0);
  const typed = /^\w+/.exec(text.slice(from))?.[0];
  const compared = typed === undefined ? undefined : comparison(text.slice(0, from));
  if (typed === undefined || compared === undefined) return undefined;
  const choice = wordFor(compared.name, text, vocabulary)?.choices?.find(({ value }) => value === typed);
  return choice && { from, to: from + typed.length, choice };
}

/** What is compared at the end of the text, and what of the other side is typed already. */
function comparison(before: string): { name: string; typed: string } | undefined {
  const found =
    /(?<![\w.])([A-Za-z_][\w.]*)\s*(?:==|~=)\s*(\d*|["']\w*)$/.exec(before) ??
    /\bcontains\s*\(\s*([A-Za-z_][\w.]*)\s*,\s*(\d*)$/.exec(before);
  return found ? { name: found[1] ?? "", typed: (found[2] ?? "").replace(/^["']/, "") } : undefined;
}

/** A word by its name; `x.use_price` is asked of the list that x is a thing of. */
function wordFor(name: string, before: string, vocabulary: Vocabulary): Word | undefined {
  const [owner = "", member] = name.split(".");
  const whole = vocabulary.words.find((word) => word.name === name);
  if (member === undefined || whole !== undefined) return whole;
  const list = listOfItem(owner, before);
  return list === undefined ? undefined : vocabulary.items[list]?.find((word) => word.name === member);
}

/** `stays` where the text is inside of `count(stays, function(x) …` and the owner is x: the innermost that is called so. */
function listOfItem(owner: string, before: string): string | undefined {
  const opened = new RegExp(`\\b([a-z_]+)\\s*,\\s*function\\s*\\(\\s*${owner}\\s*\\)`, "g");
  return [...before.matchAll(opened)].at(-1)?.[1];
}

/** What stands behind the point: facts of a thing of a list, or functions like `math.floor`. */
function membersOf(owner: string, before: string, { words, items }: Vocabulary): readonly Word[] | undefined {
  const list = listOfItem(owner, before);
  if (list !== undefined) return items[list];
  const own = words.filter(({ name }) => name.startsWith(`${owner}.`));
  return own.length === 0 ? undefined : own.map((word) => ({ ...word, name: word.name.slice(owner.length + 1) }));
}
