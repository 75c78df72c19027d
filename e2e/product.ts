import type { TestProject } from "vitest/node";
import { openQuickFolder } from "../apps/server/src/test/quick-folder.ts";
import { chromiumPath } from "./chromium.ts";
import { copyFolder, demoFolder } from "./demo-folder.ts";
import type { Lane } from "./lane.ts";
import { LANES } from "./lanes.ts";
import { runProduct } from "./run-product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    lanes: Lane[];
  }
}

/** For each lane of browser tests a product of its own, on its own copy of the demo data. */
export default async function startProducts(project: TestProject): Promise<() => Promise<void>> {
  const [demo] = await Promise.all([demoFolder(), chromiumPath()]);
  const products = await Promise.all(
    Array.from({ length: LANES }, () => runProduct({}, copyFolder(demo, openQuickFolder()))),
  );
  project.provide(
    "lanes",
    products.map(({ origin, mailCatcher, dataDir }) => ({ origin, mailCatcher, dataDir })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
