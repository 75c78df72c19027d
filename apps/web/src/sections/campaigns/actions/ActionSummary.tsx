import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { kindOf } from "./kinds.ts";

/** What an action holds in words; nothing while it holds nothing. */
export function ActionSummary({ action }: { action: CampaignAction }) {
  const { Summary } = kindOf(action.type).content;
  const detail: unknown = action[action.type as keyof typeof action];
  return detail === null ? null : <Summary detail={detail} action={action} />;
}
