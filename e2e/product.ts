import type { TestProject } from "vitest/node";
import { openQuickFolder } from "../apps/server/src/test/quick-folder.ts";
import { chromiumPath } from "./chromium.ts";
import { copyFolder, demoFolder } from "./demo-folder.ts";
import type { Lane } from "./lane.ts";
import { TEST_LANES } from "./lanes.ts";
import { runProduct } from "./run-product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    lanes: Lane[];
  }
}

/** For each lane of browser tests a product of its own, on its own copy of the demo data. */
export default function startProducts(project: TestProject): Promise<() => Promise<void>> {
  return startOn(project, () => {});
}

/** The same, after something was done with each copy. */
export async function startOn(project: TestProject, prepare: (folder: string) => void): Promise<() => Promise<void>> {
  const [demo] = await Promise.all([demoFolder(), chromiumPath()]);
  const folders = Array.from({ length: TEST_LANES }, () => copyFolder(demo, openQuickFolder()));
  for (const folder of folders) prepare(folder);
  const products = await Promise.all(folders.map((folder) => runProduct({}, folder)));
  project.provide(
    "lanes",
    products.map(({ origin, mailCatcher, dataDir }) => ({ origin, mailCatcher, dataDir })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
