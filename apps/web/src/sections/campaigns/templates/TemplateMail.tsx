import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useNames } from "../../../parts/campaigns/conditions/names.ts";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { BlockConditions } from "../actions/BlockConditions.tsx";
import { MailEditor } from "../actions/mail/MailEditor.tsx";
import { MailView } from "../actions/mail/MailView.tsx";
import { TargetWords } from "../audience/ConditionSummary.tsx";
import { ConditionsContext } from "../audience/conditions-around.ts";
import { mailOf, withTemplateMail } from "./template-values.ts";
import type { TemplateForm } from "./use-template-form.ts";

const RULES = rulesOf("mailTemplates.create");
const CONDITIONS = { Builder: BlockConditions, Words: TargetWords };
const rule = (path: string) => ruleAt(RULES, path) ?? {};

/** The mail of a template, written as one of a campaign is. */
export function TemplateMail({ form }: { form: TemplateForm }) {
  const names = useNames();
  const newest = useRef(form.changeNow);
  useLayoutEffect(() => {
    newest.current = form.changeNow;
  });
  // The same function as long as the page is open, so that only what changes is drawn anew.
  const change = useCallback(
    (recipe: (mail: MailDetail) => MailDetail) => newest.current((now) => withTemplateMail(now, recipe)),
    [],
  );
  const mail = mailOf(form.values);
  if (!form.editable) return <MailView mail={mail} Conditions={TargetWords} />;
  const errorAt = (path: string) => form.errors[path];
  return (
    // A template may be for mails about a reservation: everything can be asked.
    <ConditionsContext value={{ errorAt, names, judged: "occasion" }}>
      <MailEditor
        // A save counts the blocks anew.
        key={form.base.version}
        mail={mail}
        path=""
        change={change}
        field={(path) => ({ id: form.idOf(path), error: errorAt(path) })}
        rule={rule}
        offered={PLACEHOLDERS}
        conditions={CONDITIONS}
      />
    </ConditionsContext>
  );
}
