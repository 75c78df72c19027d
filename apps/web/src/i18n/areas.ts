import type { texts as accountGroups } from "./ja/accountGroups.ts";
import type { texts as accountSettings } from "./ja/accountSettings.ts";
import type { texts as accounts } from "./ja/accounts.ts";
import type { texts as audit } from "./ja/audit.ts";
import type { texts as auth } from "./ja/auth.ts";
import type { texts as campaigns } from "./ja/campaigns.ts";
import type { texts as clients } from "./ja/clients.ts";
import type { texts as credentials } from "./ja/credentials.ts";
import type { texts as customers } from "./ja/customers.ts";
import type { texts as fields } from "./ja/fields.ts";
import type { texts as home } from "./ja/home.ts";
import type { texts as imports } from "./ja/imports.ts";
import type { texts as jobs } from "./ja/jobs.ts";
import type { texts as profile } from "./ja/profile.ts";
import type { texts as ranks } from "./ja/ranks.ts";
import type { texts as reports } from "./ja/reports.ts";
import type { texts as rfms } from "./ja/rfms.ts";
import type { texts as shell } from "./ja/shell.ts";
import type { texts as signup } from "./ja/signup.ts";
import type { texts as ui } from "./ja/ui.ts";
import type { texts as users } from "./ja/users.ts";

/** Every area of words; a new file in `ja/` gets its line here, so that t() knows its keys. */
export type Areas = {
  accountGroups: typeof accountGroups;
  accountSettings: typeof accountSettings;
  accounts: typeof accounts;
  audit: typeof audit;
  auth: typeof auth;
  campaigns: typeof campaigns;
  clients: typeof clients;
  credentials: typeof credentials;
  customers: typeof customers;
  fields: typeof fields;
  home: typeof home;
  imports: typeof imports;
  jobs: typeof jobs;
  profile: typeof profile;
  ranks: typeof ranks;
  reports: typeof reports;
  rfms: typeof rfms;
  shell: typeof shell;
  signup: typeof signup;
  ui: typeof ui;
  users: typeof users;
};

export type Area = keyof Areas;
