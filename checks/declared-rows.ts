import { join } from "node:path";
import type { Expression, Node, SourceFile } from "typescript/unstable/ast";
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from "typescript/unstable/ast/is";
import { API, type Checker, SymbolFlags, type Type, TypeFlags, type TypeReference } from "typescript/unstable/sync";
import { eitherOf, type Shape } from "../apps/server/src/test/answers.ts";

/**
 * A statement of the program with the row that its author expects: its place, its text between the values, and the row's shape. What is a
 * text for the driver and no template is part of a command, which tests may run in a process of its own.
 */
export type Declared = { place: string; parts: readonly string[]; row: Shape; isTemplate: boolean };

const SENDERS = new Set(["all", "one", "maybe"]);
const NOTHING: Shape = { kinds: ["any"] };
const DEEPEST = 8;

/** The rows that the files of a project declare at their statements, as the compiler understands them. */
export function declaredRows(tsconfig: string, root: string, paths: readonly string[]): Declared[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects();
    if (!project) throw new Error(`no project ${tsconfig}`);
    const shapes = new Shapes(project.checker);
    return paths.flatMap((path) => {
      const file = project.program.getSourceFile(join(root, path));
      if (!file) return [];
      const found = statementsOf(file);
      const types = found.length > 0 ? project.checker.getTypeAtLocation(found.map(({ node }) => node)) : [];
      return found.flatMap(({ node, parts }, at) => {
        const type = types[at];
        const row = type && shapes.rowOf(type);
        const line = file.text.slice(0, node.getStart(file)).split("\n").length;
        const isTemplate = isTaggedTemplateExpression(node);
        return row ? [{ place: `${path}:${line}`, parts, row, isTemplate }] : [];
      });
    });
  } finally {
    api.close();
  }
}

type Found = { node: Expression; parts: string[] };

/** Templates that are sent where they stand, templates that somebody else sends, and texts given to the driver. */
function statementsOf(file: SourceFile): Found[] {
  const found: Found[] = [];
  const look = (node: Node): void => {
    const parts = partsOf(node);
    if (parts) found.push({ node: node as Expression, parts });
    node.forEachChild(look);
  };
  look(file);
  return found;
}

function partsOf(node: Node): string[] | null {
  if (isTaggedTemplateExpression(node)) {
    const { tag, template } = node;
    if (isPropertyAccessExpression(tag) && SENDERS.has(tag.name.text)) return textsOf(template);
    const parts = isIdentifier(tag) && tag.text === "sql" ? textsOf(template) : null;
    // In brackets it is a value of a statement around it.
    return parts?.[0]?.trimStart().startsWith("(") ? null : parts;
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null;
  const [text] = node.arguments;
  return node.expression.name.text === "query" && text ? textsOf(text) : null;
}

function textsOf(text: Node): string[] | null {
  if (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text)) return [text.text];
  if (!isTemplateExpression(text)) return null;
  return [text.head.text, ...text.templateSpans.map(({ literal }) => literal.text)];
}

class Shapes {
  readonly #checker: Checker;
  readonly #known = new Map<number, Shape>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The row of what a statement's template or call gives: a promise of rows, or a statement of them. None where it has no fields. */
  rowOf(type: Type): Shape | null {
    const name = type.getSymbol()?.name;
    const [given] = type.isTypeReference() ? this.#checker.getTypeArguments(type) : type.getAliasTypeArguments();
    if (given === undefined) return null;
    if (name === "QueryResult") return this.#row(given);
    if (name === "RawBuilder") return this.#row(given);
    if (name !== "Promise") return null;
    if (given.getSymbol()?.name === "QueryResult") return this.rowOf(given);
    const [item] = this.#checker.isArrayType(given) ? this.#checker.getTypeArguments(given as TypeReference) : [];
    return this.#row(item ?? given);
  }

  #row(type: Type): Shape | null {
    const shape = this.#of(type, 0);
    return shape.fields ? shape : null;
  }

  #of(type: Type, depth: number): Shape {
    const known = this.#known.get(type.id);
    if (known) return known;
    // A type that holds itself is not looked into again.
    this.#known.set(type.id, NOTHING);
    const shape = this.#made(type, depth);
    this.#known.set(type.id, shape);
    return shape;
  }

  #made(type: Type, depth: number): Shape {
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown) || depth > DEEPEST) return NOTHING;
    if (flags & TypeFlags.Never) return { kinds: [] };
    if (flags & TypeFlags.Null) return { kinds: ["null"] };
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return { kinds: [], optional: true };
    if (flags & TypeFlags.StringLiteral && type.isStringLiteralType())
      return { kinds: ["string"], texts: [type.value] };
    if (flags & TypeFlags.StringLike) return { kinds: ["string"] };
    if (flags & TypeFlags.NumberLike) return { kinds: ["number"] };
    if (flags & TypeFlags.BooleanLike) return { kinds: ["boolean"] };
    if (flags & TypeFlags.BigIntLike) return { kinds: ["bigint"] };
    if (type.isUnionType())
      return type
        .getTypes()
        .map((each) => this.#of(each, depth))
        .reduce(eitherOf);
    if (type.isIntersectionType()) {
      // A branded text is a text.
      const plain = type.getTypes().find((each) => each.flags & (TypeFlags.StringLike | TypeFlags.NumberLike));
      return plain ? this.#of(plain, depth) : this.#object(type, depth);
    }
    if (flags & TypeFlags.TypeParameter) {
      const most = this.#checker.getBaseConstraintOfType(type);
      return most ? this.#of(most, depth) : NOTHING;
    }
    if (!(flags & TypeFlags.Object)) return NOTHING;
    if (this.#checker.isArrayLikeType(type)) {
      const items = this.#checker.getTypeArguments(type as TypeReference).map((each) => this.#of(each, depth + 1));
      return { kinds: ["array"], items: items.length > 0 ? items.reduce(eitherOf) : NOTHING };
    }
    const name = type.getSymbol()?.name;
    if (name === "Date" || name === "Buffer") return { kinds: [name] };
    return this.#object(type, depth);
  }

  #object(type: Type, depth: number): Shape {
    if (this.#checker.getIndexInfosOfType(type).length > 0) return { kinds: ["object"] };
    const fields = this.#checker.getPropertiesOfType(type);
    const types = fields.length > 0 ? this.#checker.getTypeOfSymbol(fields) : [];
    return {
      kinds: ["object"],
      fields: Object.fromEntries(
        fields.map(({ name, flags }, at) => {
          const each = types[at];
          const shape = each ? this.#of(each, depth + 1) : NOTHING;
          return [name, flags & SymbolFlags.Optional ? { ...shape, optional: true as const } : shape];
        }),
      ),
    };
  }
}
