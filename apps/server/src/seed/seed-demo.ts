import type { App } from "../app.ts";
import { seedOrganisation } from "./demo-organisation.ts";

/** Fills an empty installation with demo data. Every step is skipped when it has been done, so a stop in the middle does no harm. */
export async function seedDemo(app: App): Promise<void> {
  await seedOrganisation(app);
}
