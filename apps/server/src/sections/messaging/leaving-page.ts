import { MAIL_KINDS, type MailKind } from "@okaeri/domain/customers/consent";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { type Html, html } from "../../http/html.ts";
import type { MailChoice, MailWishes } from "../customers/mail-consent.ts";
import { dayIn } from "../guest-pages/guest-words.ts";
import { LEAVING_WORDS } from "./leaving-words.ts";

/** What somebody who posts to the page wants. Whoever says nothing, as a mail program's one click, wants no more mails. */
export type Leaving = { stop: true } | { undo: true } | MailChoice;

export function readLeaving(form: URLSearchParams | null): Leaving {
  const action = form?.get("action");
  if (action === "kinds") {
    const kept = form?.getAll("kind") ?? [];
    return { wanted: MAIL_KINDS.filter((kind) => kept.includes(kind)) };
  }
  if (action === "pause" || action === "resume") return { pause: action === "pause" };
  return action === "undo" ? { undo: true } : { stop: true };
}

/** The page in the guest's words. `saved`: it answers a choice. */
export function leavingPage(
  language: LanguageCode,
  sender: string,
  wishes: MailWishes,
  saved: boolean,
): { title: string; body: Html } {
  const words = LEAVING_WORDS[language];
  if (wishes.withdrawn) {
    const { title, done, service, undo } = words.stop;
    return {
      title,
      body: html`<h1>${title}</h1><p role="status">${done(sender)}</p><p><small>${service}</small></p>${button("undo", undo, "plain")}`,
    };
  }
  const { pause, stop } = words;
  const body = html`<h1>${words.title}</h1><p>${words.intro(sender)}</p>
${saved ? html`<p class="good" role="status">${words.saved}</p>` : null}
<form method="post"><input type="hidden" name="action" value="kinds"><fieldset><legend>${words.kinds}</legend>
${MAIL_KINDS.map((kind) => kindField(language, kind, !wishes.refusedKinds.includes(kind)))}
</fieldset><button type="submit">${words.save}</button></form>
<h2>${pause.title}</h2>
${
  wishes.pausedUntil === null
    ? html`<p>${pause.about}</p>${button("pause", pause.button, "plain")}`
    : html`<p>${pause.paused(dayIn(language, wishes.pausedUntil))}</p>${button("resume", pause.resume, "plain")}`
}
<h2>${stop.title}</h2>
<p>${stop.ask(sender)}</p><p><small>${stop.service}</small></p>${button("stop", stop.button, "plain")}`;
  return { title: words.title, body };
}

function kindField(language: LanguageCode, kind: MailKind, wanted: boolean): Html {
  const { name, about } = LEAVING_WORDS[language].kind[kind];
  const box = wanted
    ? html`<input type="checkbox" name="kind" value="${kind}" checked>`
    : html`<input type="checkbox" name="kind" value="${kind}">`;
  return html`<label>${box}<span>${name}<small>${about}</small></span></label>`;
}

function button(action: string, label: string, look: string): Html {
  return html`<form method="post"><input type="hidden" name="action" value="${action}"><button type="submit" class="${look}">${label}</button></form>`;
}
