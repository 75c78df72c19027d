import type { SectionAction } from "@okaeri/domain/permissions/actions";
import { heldOverall, mayCall } from "@okaeri/domain/permissions/can";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { useSession } from "./session.ts";

/** The six entries with what the person may do in each, in the account they work in. */
export function menuQuery() {
  return api.menu.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY, throwOnError: false });
}

/** Whether people's data of the section may be exported; true until the server has answered, and for sections without people. */
export function useMayExport(section: "users" | "customers" | "campaigns" | undefined): boolean {
  const menu = useQuery(menuQuery());
  return menu.data?.find((each) => each.section === section)?.can_export ?? true;
}

/**
 * Whether the person may do it in the working account, so that no link leads to a page that would refuse them. The server says so with the
 * menu. For what is not in it (clients, accounts), and while it loads, the rights of the session in any account count.
 */
export function useMay(action: SectionAction): boolean {
  const { role, planOptions, permitted_page_actions } = useSession();
  const menu = useQuery(menuQuery());
  const [section, verb = ""] = action.split("/");
  const entry = menu.data?.find((each) => each.section === section);
  if (entry) return entry.page_actions.includes(verb);
  return role !== null && mayCall({ role, planOptions, held: heldOverall(permitted_page_actions) }, action);
}

/** Whose staff the person is, and whether as an administrator. */
export function useSide() {
  const { role } = useSession();
  if (role === null) return { provider: false, administrator: false };
  return { provider: isProvider(role), administrator: isAdmin(role) };
}
