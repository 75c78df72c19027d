import { answerTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignDocument } from "@okaeri/contract/campaigns/document";
import { isProvider } from "@okaeri/domain/permissions/roles";
import type { Tx } from "../../database/connection.ts";
import type { Term } from "../../jobs/terms.ts";
import type { SignedIn } from "../../session/session-store.ts";

const HOUR_MS = 3_600_000;
/** What one person saves within so long counts as one step back. */
const STEP_MS = 10_000;
/** Most steps back of a campaign. */
export const MOST_EDITS = 100;

const hourBefore = (now: Date) => new Date(now.getTime() - HOUR_MS);

type Replaced = { version: number; document: CampaignDocument; saved_by: number | null; saved_at: Date };
type By = { accountId: number; userId: number; now: Date };

/** Keeps what the save of a locked campaign replaces, unless the same person has just replaced their own words. */
export async function keepEdit(tx: Tx, campaignId: number, was: Replaced, { accountId, userId, now }: By) {
  const own = was.saved_by === userId;
  await tx.run`insert into campaign_edits (account_id, campaign_id, version, document, saved_by, saved_at, replaced_at)
    select ${accountId}::bigint, ${campaignId}::bigint, ${was.version}::int, ${JSON.stringify(was.document)}::jsonb,
      ${was.saved_by}::bigint, ${was.saved_at}::timestamptz, ${now}::timestamptz
    where not ${own}::boolean
      or not exists (select from campaign_edits campaign_edit
        where campaign_edit.account_id = ${accountId} and campaign_edit.campaign_id = ${campaignId}
          and campaign_edit.replaced_at > ${new Date(now.getTime() - STEP_MS)})`;
  await tx.run`delete from campaign_edits campaign_edit
    where campaign_edit.account_id = ${accountId} and campaign_edit.campaign_id = ${campaignId}
      and (campaign_edit.replaced_at < ${hourBefore(now)}
        or campaign_edit.version <= (select newer_campaign_edit.version
          from campaign_edits newer_campaign_edit
          where newer_campaign_edit.account_id = ${accountId} and newer_campaign_edit.campaign_id = ${campaignId}
          order by newer_campaign_edit.version desc offset ${MOST_EDITS} limit 1))`;
}

type EditRow = {
  version: number;
  at: Date;
  document: CampaignDocument;
  name: string | null;
  company_id: number | null;
};

/** The versions of the last hour, the newest first. Client staff see the names of their own company's people alone. */
export async function editsOf(tx: Tx, accountId: number, campaignId: number, now: Date, viewer: SignedIn) {
  const rows =
    await tx.all<EditRow>`select campaign_edit.version, campaign_edit.saved_at as at, campaign_edit.document, person.name,
      person.company_id
    from campaign_edits campaign_edit
    left join users person on person.id = campaign_edit.saved_by
    where campaign_edit.account_id = ${accountId} and campaign_edit.campaign_id = ${campaignId}
      and campaign_edit.replaced_at >= ${hourBefore(now)}
    order by campaign_edit.version desc`;
  return rows.map(({ version, at, document, name, company_id }) => ({
    version,
    at: at.toISOString(),
    by: isProvider(viewer.role) || company_id === viewer.companyId ? name : null,
    document: {
      ...document,
      segments: document.segments.map((segment) => ({ ...segment, ...answerTarget(segment.target) })),
    },
  }));
}

/** What the campaign said as that version, where that is not longer ago than an hour. */
export async function editNumbered(
  tx: Tx,
  accountId: number,
  { campaignId, version, now }: { campaignId: number; version: number; now: Date },
): Promise<CampaignDocument | undefined> {
  const found = await tx.maybe<{ document: CampaignDocument }>`select campaign_edit.document
    from campaign_edits campaign_edit
    where campaign_edit.account_id = ${accountId} and campaign_edit.campaign_id = ${campaignId} and campaign_edit.version = ${version}
      and campaign_edit.replaced_at >= ${hourBefore(now)}`;
  return found?.document;
}

/** What nobody can put back any more. */
export const oldEdits: Term = {
  table: "campaign_edits",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now }) => {
      const ended = await tx.run`delete from campaign_edits
        where account_id = ${accountId} and replaced_at < ${hourBefore(now)}`;
      return { ended, more: false };
    },
};
