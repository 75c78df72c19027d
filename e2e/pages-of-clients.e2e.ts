import { test } from "vitest";
import { expectSoundPages } from "./page-walk.ts";

test(
  "no page of a client has a barrier, all fit a phone, none breaks, and all of it is said in English too",
  { timeout: 600_000 },
  () => expectSoundPages(["hana_admin"]),
);
