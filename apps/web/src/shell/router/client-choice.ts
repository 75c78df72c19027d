import { matchRoute } from "@okaeri/domain/auth/routes";
import { CRM_SECTIONS } from "@okaeri/domain/permissions/actions";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { splitLocale } from "../../i18n/locales.ts";
import type { Session } from "../session.ts";

/** Whether the page shows guests of one client, so that provider staff choose it before any is read (product §1). */
export function asksForClient(pathname: string, { role }: Session): boolean {
  if (role === null || !isProvider(role)) return false;
  const route = matchRoute(splitLocale(pathname).path);
  return route?.pattern === "/" || CRM_SECTIONS.some((section) => section === route?.section);
}
