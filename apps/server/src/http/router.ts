import { accountsRoutes } from "../sections/accounts/accounts.routes.ts";
import { authRoutes } from "../sections/auth/auth.routes.ts";
import { customersRoutes } from "../sections/customers/customers.routes.ts";
import { demoRoutes } from "../sections/demo/demo.routes.ts";
import { menuRoutes, siteRoutes } from "../sections/menu/menu.routes.ts";
import { ranksRoutes } from "../sections/ranks/ranks.routes.ts";
import { reportsRoutes } from "../sections/reports/reports.routes.ts";
import { rfmsRoutes } from "../sections/rfms/rfms.routes.ts";
import { usersRoutes } from "../sections/users/users.routes.ts";
import { os } from "./binder.ts";

/** Every call of the contract, bound once; a test compares this with the contract. */
export const router = {
  auth: authRoutes(os),
  menu: menuRoutes(os),
  site: siteRoutes(os),
  demo: demoRoutes(os),
  accounts: accountsRoutes(os),
  users: usersRoutes(os),
  customers: customersRoutes(os),
  rfms: rfmsRoutes(os),
  ranks: ranksRoutes(os),
  reports: reportsRoutes(os),
};
