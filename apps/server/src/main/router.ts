import { os } from "../http/binder.ts";
import { accountGroupsRoutes } from "../sections/accounts/account-groups.routes.ts";
import { accountSettingsRoutes } from "../sections/accounts/account-settings.routes.ts";
import { accountsRoutes } from "../sections/accounts/accounts.routes.ts";
import { mailDeliveryRoutes } from "../sections/accounts/mail-delivery/mail-delivery.routes.ts";
import { auditRoutes } from "../sections/audit/audit.routes.ts";
import { authRoutes } from "../sections/auth/auth.routes.ts";
import { credentialsRoutes } from "../sections/auth/credentials.routes.ts";
import { profileRoutes } from "../sections/auth/profile.routes.ts";
import { resetRoutes } from "../sections/auth/reset.routes.ts";
import { signUpRoutes } from "../sections/auth/sign-up.routes.ts";
import { savedConditionsRoutes } from "../sections/campaigns/audience/saved-conditions.routes.ts";
import { campaignsRoutes } from "../sections/campaigns/campaigns.routes.ts";
import { guestCampaignsRoutes } from "../sections/campaigns/delivery/guest-campaigns.routes.ts";
import { mailTemplatesRoutes } from "../sections/campaigns/templates/mail-templates.routes.ts";
import { clientsRoutes } from "../sections/clients/clients.routes.ts";
import { couponCodesRoutes } from "../sections/coupons/coupon-codes.routes.ts";
import { couponsRoutes } from "../sections/coupons/coupons.routes.ts";
import { numberingOf, startNumbering } from "../sections/customers/assign-member-numbers.ts";
import { addressedCustomer } from "../sections/customers/customers.read.ts";
import { customersRoutes } from "../sections/customers/customers.routes.ts";
import { demoRoutes } from "../sections/demo/demo.routes.ts";
import { inboxRoutes } from "../sections/feeds/inbox.routes.ts";
import { imagesRoutes } from "../sections/images/images.routes.ts";
import { importsRoutes } from "../sections/imports/imports.routes.ts";
import { jobsRoutes } from "../sections/jobs/jobs.routes.ts";
import { menuRoutes, siteRoutes } from "../sections/menu/menu.routes.ts";
import { mergesRoutes } from "../sections/merges/merges.routes.ts";
import { unrecognisedReportsRoutes } from "../sections/messaging/bounces/unrecognised/unrecognised-reports.routes.ts";
import { messagesRoutes } from "../sections/messaging/history/messages.routes.ts";
import { pointsRoutes } from "../sections/points/points.routes.ts";
import { postcodesRoutes } from "../sections/postcodes/postcodes.routes.ts";
import { heldRanks } from "../sections/ranks/held-ranks.read.ts";
import { ranksRoutes } from "../sections/ranks/ranks.routes.ts";
import { settleRanks } from "../sections/ranks/settle-ranks.ts";
import { reportsRoutes } from "../sections/reports/reports.routes.ts";
import { staysRoutes } from "../sections/reservations/stay-page.routes.ts";
import { rfmsRoutes } from "../sections/rfms/rfms.routes.ts";
import { customerTotal, isUnlisted, withinFacilities } from "../sections/stays/guests.read.ts";
import { usersRoutes } from "../sections/users/users.routes.ts";
import { viewsRoutes } from "../sections/views/views.routes.ts";
import { ACTION_KINDS } from "./action-kinds.ts";
import { eraseElsewhere } from "./erase-elsewhere.ts";

/** Every call of the contract, bound once; a test compares this with the contract. */
export const serverRouter = {
  auth: { ...authRoutes(os), ...signUpRoutes(os), ...resetRoutes(os), ...profileRoutes(os), ...credentialsRoutes(os) },
  menu: menuRoutes(os),
  site: siteRoutes(os),
  demo: demoRoutes(os),
  clients: clientsRoutes(os),
  accounts: accountsRoutes(os),
  accountSettings: accountSettingsRoutes(os, { stateOf: numberingOf, start: startNumbering }),
  mailDelivery: mailDeliveryRoutes(os),
  unrecognisedReports: unrecognisedReportsRoutes(os),
  accountGroups: accountGroupsRoutes(os),
  audit: auditRoutes(os),
  jobs: jobsRoutes(os),
  campaigns: campaignsRoutes(os, ACTION_KINDS),
  users: usersRoutes(os),
  customers: customersRoutes(os, eraseElsewhere),
  points: pointsRoutes(os, {
    addressedCustomer,
    heldRanks,
    judgeByPoints: (tx, ctx, ids) => settleRanks(tx, ctx, ids, "points"),
  }),
  coupons: couponsRoutes(os, addressedCustomer),
  couponCodes: couponCodesRoutes(os),
  guestCampaigns: guestCampaignsRoutes(os),
  images: imagesRoutes(os),
  imports: importsRoutes(os),
  inbox: inboxRoutes(os),
  stays: staysRoutes(os),
  merges: mergesRoutes(os),
  postcodes: postcodesRoutes(os),
  rfms: rfmsRoutes(os, { customerTotal, withinFacilities, isUnlisted }),
  ranks: ranksRoutes(os, { customerTotal, withinFacilities }, addressedCustomer),
  reports: reportsRoutes(os),
  messages: messagesRoutes(os),
  mailTemplates: mailTemplatesRoutes(os),
  savedConditions: savedConditionsRoutes(os),
  savedViews: viewsRoutes(os),
};
