import { MESSAGE_CLASSES, type MessageClass } from "@okaeri/domain/customers/consent";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { type Html, html } from "../../http/html.ts";
import type { MailChoice, MailWishes } from "../customers/mail-consent.ts";
import { dayIn } from "../guest-pages/guest-words.ts";
import { LEAVING_WORDS } from "./unsubscribe-texts.ts";

/** What a POST to the page wants. */
export type UnsubscribeRequest = { stop: true } | { undo: true } | MailChoice;

/** Returns what a form wants, or null for anything but one of the page's own buttons or a mail program's one click (RFC 8058). */
export function readUnsubscribe(form: URLSearchParams | null): UnsubscribeRequest | null {
  const fields = [...(form ?? [])].filter(([name]) => name === "action" || name === "List-Unsubscribe");
  const [name, value] = fields.length === 1 ? fields[0]! : [];
  if (name === "List-Unsubscribe") return value === "One-Click" ? { stop: true } : null;
  if (value === "kinds") {
    const chosenKinds = form?.getAll("kind") ?? [];
    const wanted = MESSAGE_CLASSES.filter((kind) => chosenKinds.includes(kind));
    return wanted.length === new Set(chosenKinds).size ? { wanted } : null;
  }
  if (value === "pause" || value === "resume") return { pause: value === "pause" };
  if (value === "undo") return { undo: true };
  return value === "stop" ? { stop: true } : null;
}

/** What the page says about the POST it answers: the choice is saved, or it was none and nothing changed. */
export type UnsubscribeNote = "saved" | "unclear";

/** The page in the guest's words. */
export function unsubscribePage(
  language: LanguageCode,
  sender: string,
  { wishes, mayUndo, note }: { wishes: MailWishes; mayUndo: boolean; note: UnsubscribeNote | null },
): { title: string; body: Html } {
  const words = LEAVING_WORDS[language];
  const unclear = note === "unclear" ? html`<p class="warn" role="alert">${words.unclear}</p>` : null;
  if (wishes.withdrawn) {
    const { title, done, service, undo, again } = words.stop;
    return {
      title,
      body: html`<h1>${title}</h1>${unclear}<p role="status">${done(sender)}</p><p><small>${service}</small></p>
${mayUndo ? button("undo", undo, "plain") : html`<p><small>${again(sender)}</small></p>`}`,
    };
  }
  const { pause, stop } = words;
  const body = html`<h1>${words.title}</h1><p>${words.intro(sender)}</p>
${note === "saved" ? html`<p class="good" role="status">${words.saved}</p>` : unclear}
<form method="post"><input type="hidden" name="action" value="kinds"><fieldset><legend>${words.kinds}</legend>
${MESSAGE_CLASSES.map((kind) => kindField(language, kind, !wishes.refusedClasses.includes(kind)))}
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

function kindField(language: LanguageCode, kind: MessageClass, wanted: boolean): Html {
  const { name, about } = LEAVING_WORDS[language].kind[kind];
  const box = wanted
    ? html`<input type="checkbox" name="kind" value="${kind}" checked>`
    : html`<input type="checkbox" name="kind" value="${kind}">`;
  return html`<label>${box}<span>${name}<small>${about}</small></span></label>`;
}

function button(action: string, label: string, look: string): Html {
  return html`<form method="post"><input type="hidden" name="action" value="${action}"><button type="submit" class="${look}">${label}</button></form>`;
}
