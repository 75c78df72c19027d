import { createFileRoute } from "@tanstack/react-router";
import { CampaignNewPage } from "../../../../sections/campaigns/presets/CampaignNewPage.tsx";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/new")({ component: CampaignNewPage });
