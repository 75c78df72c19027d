import { afterAll, vi } from "vitest";
import { endFile } from "./end-of-file.fixture.ts";

// Runs again for each file, though the modules stay.
afterAll(async () => {
  vi.useRealTimers();
  await endFile();
  vi.unstubAllGlobals();
});
