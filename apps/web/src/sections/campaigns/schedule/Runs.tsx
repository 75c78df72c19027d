import type { CampaignDetail } from "../campaigns.api.ts";
import { ComingRuns } from "./ComingRuns.tsx";
import { MissedRuns } from "./MissedRuns.tsx";
import styles from "./runs.module.css";
import { isAutomatic } from "./timed.ts";

/** What a campaign that runs by itself will do, and what it did not do. */
export function Runs({ campaign }: { campaign: CampaignDetail }) {
  if (!isAutomatic(campaign) && campaign.missed.length === 0) return null;
  return (
    <div className={styles.both}>
      <ComingRuns campaign={campaign} />
      <MissedRuns campaign={campaign} />
    </div>
  );
}
