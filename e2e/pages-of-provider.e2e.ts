import { test } from "vitest";
import { expectSoundPages } from "./page-walk.ts";

test(
  "no page of the provider or before the sign-in has a barrier, all fit a phone, none breaks, and all of it is said in English too",
  {
    timeout: 600_000,
  },
  () => expectSoundPages(["", "vc_admin"]),
);
