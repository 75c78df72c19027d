import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// A document that names code names code that is there. A name that was changed is changed in the documents too.

const files = projectFiles();
const known = new Set(files);
/** What happened stays as it was called then. */
const HISTORY = "CHANGELOG.md";
const documents = files.filter((path) => /^(?:[A-Z]+|docs\/.*)\.md$/.test(path) && path !== HISTORY);
const pages = documents.map((path) => ({ path, text: textOf(path).replaceAll(/```[\s\S]*?```/g, "") }));
const code = files.filter((path) => !path.endsWith(".md") && isText(path));

/** Names that are not the project's own, and what is decided but not built. */
const ELSEWHERE: Record<string, string> = {
  ".concurrent.sql": "the ending of a migration's name",
  ".en.ts": "an ending",
  "NNNN_name.concurrent.sql": "a form of names",
  "NNNN_name.batches.sql": "a form of names",
  "/api/openapi.json": "an address",
  "peers/behaviour_cases_sample.json": "a published set of examples",
  registration_card_signatures: "decided, not built (0083)",
  max_locks_per_transaction: "PostgreSQL's",
  client_addr: "PostgreSQL's",
  auto_explain: "PostgreSQL's",
  resourceLimits: "Node.js's",
};

const ENDING = /\.(?:tsx?|sql|md|ya?ml|json|css|mjs|js|html|sh|service)$/;

test("links between documents lead to files", () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+?)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? "")
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const to = posix.normalize(posix.join(posix.dirname(path), link)).replace(/\/$/, "");
        return !known.has(to) && !files.some((file) => file.startsWith(`${to}/`));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("files and folders that documents name are there", () => {
  expect(named((term, path) => isPlace(term) && !isThere(term, path))).toEqual([]);
});

test("functions, columns, codes and settings that documents name are somewhere in the code", () => {
  const words = new Set(code.flatMap((path) => textOf(path).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []));
  const missing = named((term) => {
    if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?$/.test(term) || ENDING.test(term)) return false;
    const parts = term.replace("()", "").split(".");
    const isName = term.endsWith("()") || parts.length > 1 || /[a-z][A-Z]|_/.test(term);
    return isName && !parts.every((part) => words.has(part));
  });
  expect(missing).toEqual([]);
});

/** Terms in `code` of the documents of which something is so, as "document: term". */
function named(isSo: (term: string, path: string) => boolean): string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1] ?? "")
      .filter((term) => !(term in ELSEWHERE) && isSo(term, path))
      .map((term) => `${path}: ${term}`),
  );
}

function isPlace(term: string): boolean {
  return (/^[\w.@*/$-]+$/.test(term) && ENDING.test(term)) || /^[\w-]+(?:\/[\w-]+)*\/$/.test(term);
}

/** From the root, from the document, or the end of a path: `domain/points/amount.ts`, `fill-mail.ts`, `sections/pushes/`. */
function isThere(term: string, path: string): boolean {
  const short = term.replace(/^(domain|contract)\//, "packages/$1/src/").replace(/^(web|server)\//, "apps/$1/src/");
  const sibling = posix.normalize(posix.join(posix.dirname(path), term));
  return [term, short, sibling].some((place) => {
    if (place.endsWith("/")) return files.some((file) => `/${file}`.includes(`/${place}`));
    const pattern = new RegExp(`(?:^|/)${place.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
    return files.some((file) => pattern.test(file));
  });
}

function isText(path: string): boolean {
  return (
    /\.(?:tsx?|sql|json|mjs|ya?ml|css|js|html|sh|service|conf|toml)$/.test(path) || !posix.basename(path).includes(".")
  );
}
