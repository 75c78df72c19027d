import { accountGroups } from "./account-groups.ts";
import { accountSettings } from "./account-settings.ts";
import { accounts } from "./accounts.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { savedConditions } from "./campaigns/audience/saved-conditions.ts";
import { campaigns } from "./campaigns/calls.ts";
import { guestCampaigns } from "./campaigns/delivery/guest-campaigns.ts";
import { mailTemplates } from "./campaigns/templates/mail-templates.ts";
import { clients } from "./clients.ts";
import { couponCodes } from "./coupon-codes.ts";
import { coupons } from "./coupons.ts";
import { customers } from "./customers.ts";
import { images } from "./images.ts";
import { imports } from "./imports.ts";
import { inbox } from "./inbox.ts";
import { jobs } from "./jobs.ts";
import { mailDelivery } from "./mail-delivery.ts";
import { merges } from "./merges.ts";
import { messages } from "./messages.ts";
import { points } from "./points.ts";
import { postcodes } from "./postcodes.ts";
import { ranks } from "./ranks.ts";
import { reports } from "./reports.ts";
import { rfms } from "./rfms.ts";
import { demo, menu, site } from "./shell.ts";
import { stays } from "./stays.ts";
import { unrecognisedReports } from "./unrecognised-reports.ts";
import { users } from "./users.ts";
import { savedViews } from "./views.ts";

/** Every call of the product, by section. The server binds each exactly once; the web client is made from it. */
export const contract = {
  auth,
  menu,
  site,
  demo,
  clients,
  accounts,
  accountSettings,
  mailDelivery,
  unrecognisedReports,
  accountGroups,
  users,
  audit,
  jobs,
  customers,
  points,
  coupons,
  couponCodes,
  guestCampaigns,
  images,
  imports,
  inbox,
  merges,
  messages,
  postcodes,
  ranks,
  rfms,
  campaigns,
  reports,
  stays,
  savedConditions,
  mailTemplates,
  savedViews,
};
