import { afterAll } from "vitest";
import { closeWindows } from "./browser.ts";
import { forgetPersons } from "./persons.ts";
import { closeProductData } from "./product-data.ts";

// The lane's browser and the loaded modules stay for the next file; nothing else does.
afterAll(async () => {
  await closeWindows();
  forgetPersons();
  await closeProductData();
});
