import type { SectionAction } from "@okaeri/domain/permissions/actions";
import { heldOverall, mayCall } from "@okaeri/domain/permissions/can";
import { useSession } from "./session.ts";

/** Whether the person holds the action anywhere, so that no link leads to a page that would refuse them. */
export function useMay(action: SectionAction): boolean {
  const { role, planOptions, permitted_page_actions } = useSession();
  return role !== null && mayCall({ role, planOptions, held: heldOverall(permitted_page_actions) }, action);
}
