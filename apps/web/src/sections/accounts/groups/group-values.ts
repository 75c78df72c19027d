import type { Loaded } from "../../../parts/records/use-record-form.ts";
import type { AccountGroup } from "./groups.api.ts";

export type GroupValues = { company_id: number | null; name: string; description: string; account_ids: number[] };

export const groupFormValues = ({
  version,
  name,
  description,
  company_id,
  members,
}: AccountGroup): Loaded<GroupValues> => ({
  version,
  values: { company_id, name, description, account_ids: members.map((member) => member.id) },
});
