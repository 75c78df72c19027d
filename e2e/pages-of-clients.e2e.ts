import { expect, test } from "vitest";
import { routesOfFiles, routesOfPages } from "./every-page.ts";
import { expectSoundPages } from "./page-walk.ts";

test("every page of the router is opened in one of the walks", () => {
  expect(routesOfPages()).toEqual(routesOfFiles());
});

test(
  "no page of a client has a barrier, all fit a phone, none breaks, and all of it is said in English too",
  { timeout: 600_000 },
  () => expectSoundPages(["hana_admin"]),
);
