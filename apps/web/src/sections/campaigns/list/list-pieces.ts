export type ListPiece = { text: string; first_line: number };

/** The text of a file as it is read, so that one of any size is never held whole. */
export async function* fileText(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** A list in pieces of at most so many characters, which end with their lines. */
export async function* listPieces(
  list: AsyncIterable<string> | Iterable<string>,
  most: number,
): AsyncGenerator<ListPiece> {
  let rest = "";
  let line = 1;
  const cut = (end: number): ListPiece => {
    const piece = { text: rest.slice(0, end), first_line: line };
    line += piece.text.split("\n").length - 1;
    rest = rest.slice(end);
    return piece;
  };
  for await (const part of list) {
    rest += part;
    while (rest.length > most) yield cut(rest.lastIndexOf("\n", most - 1) + 1 || most);
  }
  if (rest !== "") yield cut(rest.length);
}
