import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Walks and files that wait take longest whatever their size; all workers end together when they begin first. */
const LONGEST = [
  "pages-of-clients",
  "missing-parts",
  "pages-of-provider",
  "profile",
  "sign-in",
  "locale",
  "campaigns",
  "imports",
  "users",
  "messages",
  "customers",
  "first-start",
].map((name) => `/e2e/${name}.e2e.ts`);
const LONGEST_OF_SERVER = [
  "backup/backup",
  "http/authorisation",
  "schedule/runs",
  "delivery/push-interruptions",
  "variants/variants",
  "triggers/guests",
  "schedule/forecasts-compared",
  "growth/jobs",
  "main/start",
  "isolated/attacks",
  "triggers/reservations",
  "database/embedded",
  "pushes/holds",
  "http/parallel-saves",
  "coupons/coupons-model.property",
  "points/points-model.property",
  "delivery/send-figures",
  "campaigns/every-field",
  "http/outage",
  "http/hostile-input",
  "http/hostile-administration",
  "checks/assembled-statements",
  "imports/check-import",
  "auth/throttles",
  "imports/undo/undo",
].map((name) => `/${name}.test.ts`);
const BEGIN = [...LONGEST, ...LONGEST_OF_SERVER];

/** On a machine that has run the tests before, Vitest knows how long each file took; on a new one, this list does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      // Files that need a document stay together: each change between them and others costs a worker, and all that it has loaded.
      if (moduleId.endsWith(".test.tsx")) return -1;
      const found = BEGIN.findIndex((end) => moduleId.endsWith(end));
      return found < 0 ? BEGIN.length : found;
    };
    return known.toSorted((a, b) => place(a) - place(b));
  }
}
