import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";

type Tokens = Record<string, string>;

function tokensOf(selector: RegExp): Tokens {
  const block = selector.exec(css)?.[1] ?? "";
  return Object.fromEntries([...block.matchAll(/--ok-([a-z0-9-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

const light = tokensOf(/^:root \{([^}]*)\}/m);
const dark = { ...light, ...tokensOf(/^:root\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/m) };

/** WCAG 2.2 relative luminance of #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(tokens: Tokens, front: string, back: string): number {
  const [a, b] = [luminance(tokens[front] ?? ""), luminance(tokens[back] ?? "")];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ["paper", "card", "hover"];
const text: [string, string][] = [
  ...["ink", "ink-2", "ink-3", "ai", "danger", "success", "warning", "kaki-text"].flatMap((front) =>
    grounds.map((back): [string, string] => [front, back]),
  ),
  ["on-ai", "ai"],
  ["on-ai", "ai-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  ["ai", "ai-tint"],
  ["ai", "ai-tint-2"],
  ["kaki-text", "kaki-tint"],
  ["success", "success-tint"],
  ["warning", "warning-tint"],
  ["danger", "danger-tint"],
  ["gold", "gold-tint"],
  ["silver", "silver-tint"],
  ["ink-2", "line-2"],
  ...[0, 1, 2, 3, 4, 5].map((n): [string, string] => [`heat-${n}-ink`, `heat-${n}`]),
];
// WCAG 1.4.11: edges of inputs, the focus ring, and marks that carry meaning.
const shapes: [string, string][] = [
  ["field-line", "card"],
  ["focus", "card"],
  ["focus", "paper"],
  ["chart-1", "card"],
  ["chart-2", "card"],
  ["chart-3", "card"],
  ["chart-4", "card"],
];

describe.each([
  ["light", light],
  ["dark", dark],
])("colour tokens, %s", (_scheme, tokens) => {
  it.each(text)("%s on %s reads at 4.5:1", (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapes)("%s on %s shows at 3:1", (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(3);
  });
});
