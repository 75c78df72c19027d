import type { TestProject } from "vitest/node";
import { runProduct } from "./run-product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    origin: string;
    mailCatcher: string;
    dataDir: string;
  }
}

/** One product with its demo data, for all browser tests of a run. */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const { origin, mailCatcher, dataDir, stop } = await runProduct();
  project.provide("origin", origin);
  project.provide("mailCatcher", mailCatcher);
  project.provide("dataDir", dataDir);
  return stop;
}
