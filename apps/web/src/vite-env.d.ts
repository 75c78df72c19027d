/// <reference types="vite/client" />

declare module "virtual:contract-lines" {
  /** The contract's calls before the sign-in, a line each: name, method, path (vite.config.ts). */
  const lines: string;
  export default lines;
}

declare module "virtual:signed-in-lines" {
  /** All other calls of the contract. */
  const lines: string;
  export default lines;
}

declare module "virtual:contract-fields" {
  /** What the fields of every write take: call → path without the numbers of rows → rule (vite.config.ts). */
  export const contractFields: Record<string, Record<string, import("./ui/fields/field-props.ts").FieldRule>>;
}

declare module "fonts:first";
declare module "fonts:rest";
