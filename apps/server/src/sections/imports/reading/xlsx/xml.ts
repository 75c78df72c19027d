import { SaxesParser } from "saxes";
import { UnreadableFileError } from "../problems.ts";

export type Attributes = Readonly<Record<string, string>>;
export type XmlHandlers = {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Most characters between two tags, and of one value: a cell of Excel holds 32,767. */
export const MAX_TEXT = 4_194_304;
/** Excel nests about ten elements; a row has at most as many attributes as its schema names, a root some forty. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;
const MAX_NAME = 256;
const MAX_ATTRIBUTE = 65_536;

/**
 * Hands on tags and texts of XML as its pieces come, and gives back control after each piece, with its length. Names come without their prefix. Entities of
 * a document's own are not known, so that none can be unfolded; other encodings than UTF-8 would be misread and are refused.
 * `mostElements`: how many the part may have. @throws UnreadableFileError
 */
export async function* parseXml(
  pieces: AsyncIterable<string>,
  mostElements: number,
  handlers: XmlHandlers,
): AsyncGenerator<number> {
  const parser = new SaxesParser();
  let [given, tagAt, depth, elements, attributesOfTag] = [0, 0, 0, 0, 0];
  const tagged = () => {
    tagAt = given;
  };
  const refuse = (tooMuch: boolean) => {
    if (tooMuch) throw new UnreadableFileError("xlsx_too_large");
  };
  parser.on("opentagstart", ({ name }) => {
    refuse(++depth > MAX_DEPTH || ++elements > mostElements || name.length > MAX_NAME);
    attributesOfTag = 0;
  });
  parser.on("attribute", ({ name, value }) =>
    refuse(++attributesOfTag > MAX_ATTRIBUTES || name.length > MAX_NAME || value.length > MAX_ATTRIBUTE),
  );
  parser.on("opentag", ({ name, attributes }) => {
    tagged();
    handlers.open?.(localName(name), attributes as Attributes);
  });
  parser.on("closetag", ({ name }) => {
    tagged();
    depth--;
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    if (!/^utf-?8$/i.test(encoding)) throw new UnreadableFileError("xlsx_broken");
  });
  parser.on("doctype", () => {
    throw new UnreadableFileError("xlsx_broken");
  });
  parser.on("error", () => {
    throw new UnreadableFileError("xlsx_broken");
  });
  for await (const piece of pieces) {
    given += piece.length;
    parser.write(piece);
    if (given - tagAt > MAX_TEXT) throw new UnreadableFileError("xlsx_too_large");
    yield piece.length;
  }
  parser.close();
  yield 0;
}

/** Reads a part to its end. */
export async function readXml(
  pieces: AsyncIterable<string>,
  mostElements: number,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _piece of parseXml(pieces, mostElements, handlers));
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
