import { SaxesParser } from "saxes";
import { UnreadableWorkbookError } from "./zip.ts";

export type Attributes = Readonly<Record<string, string>>;
export type XmlHandlers = {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Most characters between two tags: a cell of Excel holds 32,767. */
const MAX_TEXT = 4_194_304;

/**
 * Hands on tags and texts of XML as its pieces come, and gives back control after each piece, with its length. Names come without their prefix. Entities of
 * a document's own are not known, so that none can be unfolded. @throws UnreadableWorkbookError
 */
export async function* parseXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): AsyncGenerator<number> {
  const parser = new SaxesParser();
  let [given, tagAt] = [0, 0];
  const tagged = () => {
    tagAt = given;
  };
  parser.on("opentag", ({ name, attributes }) => {
    tagged();
    handlers.open?.(localName(name), attributes as Attributes);
  });
  parser.on("closetag", ({ name }) => {
    tagged();
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  parser.on("doctype", () => {
    throw new UnreadableWorkbookError("xlsx_broken");
  });
  parser.on("error", () => {
    throw new UnreadableWorkbookError("xlsx_broken");
  });
  for await (const piece of pieces) {
    given += piece.length;
    parser.write(piece);
    if (given - tagAt > MAX_TEXT) throw new UnreadableWorkbookError("xlsx_too_large");
    yield piece.length;
  }
  parser.close();
  yield 0;
}

/** Reads a small part to its end. */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  for await (const _piece of parseXml(pieces, handlers));
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
