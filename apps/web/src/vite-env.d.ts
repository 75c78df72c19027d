/// <reference types="vite/client" />

declare module "virtual:contract-routes" {
  import type { AnyContractRouter } from "@orpc/contract";

  /** The contract without its schemas (vite.config.ts). */
  export const contractRoutes: AnyContractRouter;
}

declare module "fonts:frequent";
declare module "fonts:rare";
