import type { ListSearch } from "@okaeri/contract/lists/list";
import { mailTemplateList } from "@okaeri/contract/lists/mail-templates";
import { api, type client } from "../../../api/client.ts";
import { type Answer, askAgain, type ItemOf, listOptions, recordChanged } from "../../../api/records.ts";

export type TemplateItem = ItemOf<typeof client.mailTemplates.list>;
export type MailTemplate = Answer<typeof client.mailTemplates.get>;
export type TemplateSearch = ListSearch<typeof mailTemplateList>;

export const templateListQuery = (search: TemplateSearch) =>
  api.mailTemplates.list.queryOptions(listOptions(mailTemplateList, search));

/** What a campaign's mail can begin from. */
export const templatesToBeginQuery = (asked: Pick<TemplateSearch, "q" | "label">) =>
  api.mailTemplates.list.queryOptions(listOptions(mailTemplateList, { ...asked, feature_type: "campaign", size: 100 }));

export const templateQuery = (id: number) => api.mailTemplates.get.queryOptions({ input: { id } });

export const versionsQuery = (id: number) => api.mailTemplates.versions.queryOptions({ input: { id } });
export const versionQuery = (id: number, version: number) =>
  api.mailTemplates.versionOf.queryOptions({ input: { id, version }, staleTime: Number.POSITIVE_INFINITY });

export function templateChanged(template: MailTemplate): MailTemplate {
  const { list, versions } = api.mailTemplates;
  return recordChanged(templateQuery(template.id), template, list.key(), versions.key());
}

export const templateRemoved = () => askAgain(api.mailTemplates.list.key());
