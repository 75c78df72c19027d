import type { texts as auth } from "./ja/auth.ts";
import type { texts as home } from "./ja/home.ts";
import type { texts as profile } from "./ja/profile.ts";
import type { texts as shell } from "./ja/shell.ts";
import type { texts as ui } from "./ja/ui.ts";
import type { texts as users } from "./ja/users.ts";

/** Every area of words; a new file in `ja/` gets its line here, so that t() knows its keys. */
export type Areas = {
  auth: typeof auth;
  home: typeof home;
  profile: typeof profile;
  shell: typeof shell;
  ui: typeof ui;
  users: typeof users;
};

export type Area = keyof Areas;
