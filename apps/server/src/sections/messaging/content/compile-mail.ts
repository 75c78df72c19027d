import { createHash } from "node:crypto";
import type { CampaignPurpose } from "@okaeri/domain/campaigns/delivery/purpose";
import { blocksInOrder, type MailDocument } from "@okaeri/domain/messaging/mail-blocks";
import { PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import type { ConditionNode } from "@okaeri/domain/segments/condition";
import type { MailSender } from "../mail-sender.read.ts";
import { addText, type CompileContext, compileBlock, FRAME, type ImagePixels, RULE } from "./compile-blocks.ts";
import type { CompiledMail, MailPiece, Node } from "./compiled-mail.ts";
import { layoutOf } from "./layout.ts";
import { escapeMailHtml, isFact } from "./lines.ts";
import { LIGHT } from "./look.ts";
import { plainLayout } from "./plain-layout.ts";
import { MAIL_WORDS } from "./words.ts";

export type MailToCompile = {
  /** With the signature it ends with. */
  mail: MailDocument;
  sender: Pick<MailSender, "guestName" | "legalName" | "legalAddress" | "legalTel">;
  purpose: CampaignPurpose;
  origin: string;
  /** Of the pictures in the mail, by hash. */
  images: ReadonlyMap<string, ImagePixels>;
};

/**
 * The mail as everybody gets it, its frame in the language of its text. Texts without faults (mailTextFaults) compile.
 * @throws Error naming the fault otherwise.
 */
export async function compileMail(input: MailToCompile): Promise<CompiledMail> {
  const content = await contentOf(input);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { hash, ...content };
}

async function contentOf({
  mail,
  sender,
  purpose,
  origin,
  images,
}: MailToCompile): Promise<Omit<CompiledMail, "hash">> {
  const { language } = mail;
  const around: CompileContext = { language, texts: [], links: [], images, origin };
  const subject = addText(around, "title", mail.title);
  const preheader = addText(around, "preheader", mail.preheader);
  const body = addText(around, "body", mail.body.trimEnd());
  // A picture that is still to be chosen is left out of previews. A campaign with such a block cannot be sent.
  const complete = blocksInOrder(mail.blocks).filter(({ kind, image }) => kind !== "image" || image);
  const blocks = complete.map((block) => compileBlock(block, mail.blocks.indexOf(block), around));
  const signature = addText(around, "signature", mail.signature.trim());
  const legal = legalOf(sender, purpose, MAIL_WORDS[language]);

  const rules = Object.assign(
    {
      frame: FRAME,
      preheader: { ...FRAME, text: preheader },
      pixel: { ...FRAME, url: "pixel" },
      body: { ...FRAME, text: body, says: true },
      signature: { ...FRAME, text: signature },
      legal: { ...FRAME },
    },
    ...blocks.map((block) => block.rules),
  );
  const slots = Object.assign(
    {
      subject: [{ of: subject, as: "line" }],
      preheader: [{ of: preheader, as: "line" }],
      house: [escapeMailHtml(sender.guestName)],
      body: [{ of: body, as: "paragraphs" }],
      signature: [{ of: signature, as: "paragraphs" }],
      legal: legal.html,
      pixel: [{ url: "pixel" }],
    },
    ...blocks.map((block) => block.slots),
  );
  const html =
    blocks.length === 0
      ? plainLayout(language)
      : await layoutOf({ language, blocks: blocks.map(({ layout }) => layout) });
  const pieces = {
    html: cut(html, rules, slots),
    text: [
      { ...rules.body, nodes: [{ of: body, as: "breaks" }] },
      ...blocks.flatMap(({ text }) => text),
      { ...rules.signature, nodes: ["\n\n", { of: signature, as: "breaks" }] },
      ...legal.text,
    ],
  };
  return {
    language,
    subject,
    preheader,
    texts: around.texts,
    pieces,
    links: around.links,
    conditions: mail.blocks.flatMap(({ seq, target }) =>
      target === null ? [] : [{ seq, target: target as ConditionNode }],
    ),
    facts: factsIn(around.texts, pieces),
  };
}

/** The stretches between marks, with what stands in their slots. */
function cut(
  html: string,
  rules: Record<string, Omit<MailPiece, "nodes">>,
  slots: Record<string, readonly Node[]>,
): MailPiece[] {
  const [first = "", ...marked] = html.split(/<!--piece ([a-z0-9.-]+)-->/);
  const pieces: MailPiece[] = [{ ...FRAME, nodes: nodesOf(first, slots) }];
  for (let at = 0; at < marked.length; at += 2) {
    const rule = rules[marked[at] ?? ""];
    if (rule === undefined) throw new Error(`no piece of a mail is called ${marked[at]}`);
    pieces.push({ ...rule, nodes: nodesOf(marked[at + 1] ?? "", slots) });
  }
  return pieces;
}

function nodesOf(html: string, slots: Record<string, readonly Node[]>): Node[] {
  return html.split(/__([a-z0-9.-]+)__/).flatMap((part, at): readonly Node[] => {
    if (at % 2 === 0) return part === "" ? [] : [part];
    const slot = slots[part];
    if (slot === undefined) throw new Error(`no slot of a mail is called ${part}`);
    return slot;
  });
}

/** Who sends it, as 特定電子メール法 asks, and how it is stopped; what is about the stay is not stopped by that. */
function legalOf(
  sender: MailToCompile["sender"],
  purpose: CampaignPurpose,
  words: (typeof MAIL_WORDS)[keyof typeof MAIL_WORDS],
): { html: Node[]; text: MailPiece[] } {
  const lines = [
    `${words.sender}: ${sender.legalName}`,
    sender.legalAddress,
    sender.legalTel === "" ? "" : `${words.tel}: ${sender.legalTel}`,
    purpose === "service" ? words.ofStay : words.agreed,
  ].filter((line) => line !== "");
  const text: Node[] = ["\n\n", [RULE, ...lines].join("\n"), "\n"];
  const html: Node[] = [lines.map(escapeMailHtml).join("<br>")];
  if (purpose === "marketing") {
    text.push(`${words.stop}: `, { url: "unsubscribe" }, "\n");
    html.push(`<br><a href="`, { url: "unsubscribe" }, `" style="color:${LIGHT.press}">${words.stop}</a>`);
  }
  return { html, text: [{ ...FRAME, nodes: text }] };
}

/** All that may have to be known of a guest, in the order of the placeholders. */
function factsIn(texts: CompiledMail["texts"], pieces: CompiledMail["pieces"]): CompiledMail["facts"] {
  const parts = [
    ...texts.flatMap(({ lines }) => lines.flatMap(({ text }) => text)),
    ...[...pieces.html, ...pieces.text].flatMap(({ nodes }) => nodes),
  ];
  const used = new Set(parts.filter(isFact).map(({ fact }) => fact));
  for (const { needs } of pieces.html) for (const fact of needs) used.add(fact);
  return PLACEHOLDERS.filter((name) => used.has(name));
}
