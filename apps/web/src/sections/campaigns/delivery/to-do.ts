import type { SearchParams } from "../../../shell/navigation.ts";

/** Something of a campaign that needs a person. */
export type ToDo = {
  key: string;
  danger?: boolean;
  what: string;
  why?: string;
  /** What the person does, and where: on another page, or at a place of this one. */
  verb: string;
  to: { path: string; search?: SearchParams } | { place: string };
};
