import type { CampaignStatus } from "../../enumerations.ts";

// A new campaign is inactive until activated; a stopped one can be resumed (specification §4 names only the states).

export const CAMPAIGN_COMMANDS = [
  "edit",
  "delete",
  "test_send",
  "activate",
  "send_now",
  "stop",
  "resume",
  "cancel",
  "copy",
] as const;
export type CampaignCommand = (typeof CAMPAIGN_COMMANDS)[number];

const ALLOWED: Record<CampaignStatus, readonly CampaignCommand[]> = {
  inactive: ["edit", "delete", "test_send", "activate", "copy"],
  // What is going out is not changed underway: stop it first.
  active: ["test_send", "send_now", "stop", "cancel", "copy"],
  stopped: ["edit", "test_send", "resume", "cancel", "copy"],
};

/** The commands a campaign in that state takes. */
export function allowedCommands(status: CampaignStatus): readonly CampaignCommand[] {
  return ALLOWED[status];
}

/** Whether the command is allowed in that state. */
export function isCommandAllowed(status: CampaignStatus, command: CampaignCommand): boolean {
  return ALLOWED[status].includes(command);
}

/** The state after the command, the same where it changes none; undefined when it is not allowed. */
export function statusAfter(status: CampaignStatus, command: CampaignCommand): CampaignStatus | undefined {
  if (!isCommandAllowed(status, command)) return undefined;
  if (command === "activate" || command === "resume") return "active";
  return command === "stop" ? "stopped" : status;
}
