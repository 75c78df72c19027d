import { accounts, users } from "./accounts.ts";
import { auth, demo, menu, site } from "./auth.ts";
import { campaigns } from "./campaigns.ts";
import { customers } from "./customers.ts";
import { imports } from "./imports.ts";
import { ranks } from "./ranks.ts";
import { reports } from "./reports.ts";
import { rfms } from "./rfms.ts";

/** Every call of the product, by section. The server binds each exactly once; the web client is made from it. */
export const contract = {
  auth,
  menu,
  site,
  demo,
  accounts,
  users,
  customers,
  imports,
  ranks,
  rfms,
  campaigns,
  reports,
};
