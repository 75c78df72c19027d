import { accounts, users } from "./accounts.ts";
import { auth } from "./auth.ts";
import { campaigns } from "./campaigns.ts";
import { customers } from "./customers.ts";
import { imports } from "./imports.ts";
import { ranks } from "./ranks.ts";
import { reports } from "./reports.ts";
import { rfms } from "./rfms.ts";
import { demo, menu, site } from "./shell.ts";

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
