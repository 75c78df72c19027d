import { ActionIcon, Tooltip } from "@mantine/core";
import type { customerList } from "@okaeri/contract/lists/customers";
import type { ListFilters } from "@okaeri/contract/lists/list";
import { MOST_AT_ONCE } from "@okaeri/contract/selection-limits";
import { targetOfList } from "@okaeri/contract/target-of-list";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useMay } from "../../shell/use-may.ts";
import { useBeginCampaign } from "./use-begin-campaign.ts";

type CampaignForProps = {
  /** Whom: as the guests' list finds them. */
  conditions: ListFilters<typeof customerList>;
  /** How many they are now. */
  count: number;
  label: string;
};

/** A new campaign for the guests beside it; nothing where there are none, or more than can be named one by one. */
export function CampaignFor({ conditions, count, label }: CampaignForProps) {
  const may = useMay("campaigns/create");
  const { busy, begin } = useBeginCampaign();
  const named = targetOfList(conditions) === undefined;
  if (!may || count === 0 || (named && count > MOST_AT_ONCE)) return null;
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} loading={busy} onClick={() => void begin({ conditions })}>
        <IconSpeakerphone size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
