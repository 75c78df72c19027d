import { afterAll, afterEach, expect, vi } from "vitest";
import { endFile } from "./end-of-file.fixture.ts";
import { unknownFields } from "./fake-calls.fixture.ts";

// Runs again for each file, though the modules stay.
afterEach(() => {
  expect(unknownFields.splice(0), "fields that a page sent and the contract does not know").toEqual([]);
});
afterAll(async () => {
  vi.useRealTimers();
  await endFile();
  vi.unstubAllGlobals();
});
