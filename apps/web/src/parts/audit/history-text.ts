import type { AuditLine } from "@okaeri/contract/audit";
import { ERASED_TEXT } from "@okaeri/domain/customers/erased-text";
import { CRM_OPTION_PERMISSION, EVERYTHING } from "@okaeri/domain/permissions/actions";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime, formatNumber } from "../../ui/format.ts";
import { campaignField, campaignValueKey } from "./campaign-fields.ts";
import { labelKey } from "./field-labels.ts";
import type { Change } from "./history-changes.ts";

/** Fields whose value is one of few words, and the table of those words. */
const WORDED: Record<string, string> = {
  role: "shell:roles",
  status: "audit:status",
  active_status: "ui:activeStatus",
  option_type: "ui:option",
  kind: "accountSettings:keys.kinds",
  call: "audit:call",
  feed_channel: "audit:feed",
  feed_kind: "audit:feedKind",
  scopes: "accountSettings:keys.scope",
  reach: "accountSettings:keys.reaches",
  legal_profile: "accountSettings:card.profiles",
  contract_state: "ui:contract",
};
const ACCOUNT_FIELDS = new Set(["account_id", "parent_id", "programme_account_id", "account_ids", "in_account_id"]);
/** Long contents: that they changed is all there is to say. */
const UNSPOKEN = new Set(["segments", "target", "details", "schedule", "mapping", "groups"]);

export type HistoryText = ReturnType<typeof useHistoryText>;

/** Lines of the audit log in words. */
export function useHistoryText() {
  // Records are told in the words of their forms.
  const { t, i18n } = useTranslation([
    "audit",
    "ui",
    "shell",
    "accounts",
    "accountGroups",
    "accountSettings",
    "campaigns",
    "clients",
    "imports",
    "rfms",
    "users",
  ]);
  return useMemo(() => {
    // Words come from the log, which may hold some that this page does not know.
    const known = (key: string): string | undefined =>
      i18n.exists(key) ? (t as (key: string) => string)(key) : undefined;
    const entity = (name: string) => {
      const [section = "", verb] = name.split("/");
      if (verb === undefined) return known(`audit:entity.${name}`) ?? t("entityOther");
      return t("pageAction", {
        section: known(`audit:section.${section}`) ?? t("entityOther"),
        action: known(`audit:pageAction_.${verb}`) ?? verb,
      });
    };
    const permission = (value: string) => {
      if (value === EVERYTHING) return t("permission.everything");
      if (value === CRM_OPTION_PERMISSION) return t("permission.crm");
      return entity(value);
    };
    const field = (name: string, line: AuditLine) => known(labelKey(line, name)) ?? name.replaceAll("_", " ");
    const accountName = (id: unknown, line: AuditLine) =>
      line.mentioned_accounts.find((account) => account.id === id)?.name ?? t("accountOther");
    const value = (name: string, given: unknown, line: AuditLine): string => {
      if (given === undefined || given === null || given === "") return t("ui:none");
      if (given === ERASED_TEXT) return t("erased");
      if (UNSPOKEN.has(name)) return t("longContent");
      if (Array.isArray(given)) {
        if (given.length === 0) return t("noneOf");
        return given.map((each) => value(name, each, line)).join(t("separator"));
      }
      if (ACCOUNT_FIELDS.has(name)) return accountName(given, line);
      if (name === "permissions" && typeof given === "string") return permission(given);
      if (typeof given === "boolean") return t(given ? "yes" : "no");
      if (typeof given === "number") return formatNumber(given);
      if (typeof given !== "string") return t("longContent");
      if (/^\d{4}-\d{2}-\d{2}$/.test(given)) return formatDate(given);
      if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(given)) return formatDateTime(given);
      const table = WORDED[name];
      return (table === undefined ? undefined : known(`${table}.${given}`)) ?? given;
    };
    const wordOfCampaign = ({ path, ...sides }: Change, side: "before" | "after", line: AuditLine) => {
      const given = sides[side];
      const key = line.entity === "campaigns" && typeof given === "string" ? campaignValueKey(path, given) : undefined;
      return key === undefined ? undefined : known(key);
    };
    /** One of several things: which account, which option, which code. */
    const itemName = (part: string, change: Change, line: AuditLine) => {
      const { account_id, name, option_type, label_ja, external_code } = change.item ?? {};
      if (account_id !== undefined) return accountName(account_id, line);
      if (option_type !== undefined) return value("option_type", option_type, line);
      const word = name ?? label_ja ?? external_code;
      return typeof word === "string" ? word : t("nth", { n: part.replace(/\D/g, "") });
    };
    return {
      /** Who: a person, or the product itself. */
      actor: (line: AuditLine) => {
        if (line.actor_key !== null) return t("engine", { name: line.actor_key });
        if (line.action === "wrong_key" || line.action === "refuse_feed") return t("outside");
        if (line.actor === null) return t(line.action === "denied" ? "stranger" : "system");
        const { name, login_id } = line.actor;
        return login_id === null ? name : t("actor", { name, login_id });
      },
      /** What was done, as a sentence without its subject. */
      sentence: (line: AuditLine) => {
        const name = line.entity_name ?? nameIn(line.after) ?? nameIn(line.before);
        const thing = name === undefined ? entity(line.entity) : t("thing", { entity: entity(line.entity), name });
        const sentence = i18n.exists(`audit:does.${line.action}`)
          ? (t as (key: string, values: object) => string)(`audit:does.${line.action}`, { thing })
          : undefined;
        return sentence ?? t("doesOther", { thing });
      },
      /** The short name of an action, for choices. */
      action: (name: string) => known(`audit:action.${name}`) ?? t("actionOther"),
      entity,
      /** The field of a change, from the outside in. */
      label: (change: Change, line: AuditLine) => {
        const ofCampaign = campaignField(change.path, line);
        if (ofCampaign !== undefined) {
          const { place, keys } = ofCampaign;
          const segment = place === undefined ? t("campaigns:field.segments") : t("segment", { n: place });
          const words = keys.map((some) => some.map(known).find((word) => word !== undefined) ?? "");
          return [segment, ...words].join(t("within"));
        }
        return (
          change.path
            // The name of a thing is in its place already.
            .map((part) => (part.startsWith("[") ? itemName(part, change, line) : field(part, line)))
            .join(t("within"))
        );
      },
      value: (change: Change, side: "before" | "after", line: AuditLine) =>
        wordOfCampaign(change, side, line) ??
        value(change.path.findLast((part) => !part.startsWith("[")) ?? "", change[side], line),
    };
  }, [t, i18n]);
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("name" in value)) return undefined;
  const { name } = value;
  return typeof name === "string" && name !== "" && name !== ERASED_TEXT ? name : undefined;
}
