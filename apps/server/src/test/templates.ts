import { createHash } from "node:crypto";
import type { OperationNode, RawNode } from "kysely";

const isRaw = (node: OperationNode): node is RawNode => node.kind === "RawNode";

/** Whether a template has words of its own, and does not just put others together. */
export const hasWords = (template: readonly string[]): boolean => template.some((part) => /\w\W+\w/.test(part));

/** The templates with words that a statement is made of, outermost first. */
export function templatesIn(node: OperationNode): (readonly string[])[] {
  if (!isRaw(node)) return [];
  return [...(hasWords(node.sqlFragments) ? [node.sqlFragments] : []), ...node.parameters.flatMap(templatesIn)];
}

const keys = new WeakMap<readonly string[], string>();

/** A short key of a template: the same for its text in the source and for the list that the program was given. */
export function templateKey(template: readonly string[]): string {
  const known = keys.get(template);
  if (known !== undefined) return known;
  const key = createHash("md5").update(JSON.stringify(template)).digest("base64url");
  keys.set(template, key);
  return key;
}
