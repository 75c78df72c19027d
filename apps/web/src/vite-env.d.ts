/// <reference types="vite/client" />

declare module "virtual:contract-lines" {
  /** The contract's calls, a line each: name, method, path (vite.config.ts). */
  export const contractLines: string;
}

declare module "fonts:frequent";
declare module "fonts:rare";
