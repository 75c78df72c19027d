import i18next from "i18next";
import { appError } from "./app-error.ts";
import { reportFatal } from "./fatal.ts";

/** The name of `content-disposition: attachment; filename="a.csv"; filename*=UTF-8''…`. */
function nameIn(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(header ?? "")?.[1] ?? "export.csv");
}

type Query = Record<string, string | number | undefined>;

/** The answer of an address that is no call. @throws AppError as a call would, where a plain link would leave the page. */
async function answerOf(path: string, query: Query): Promise<Response> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  const words = new URLSearchParams(set.map(([key, value]) => [key, String(value)]));
  const answer = await fetch(`${path}?${words}`, {
    credentials: "same-origin",
    headers: { "x-okaeri-language": i18next.language },
  });
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as { message?: string };
  const told = appError({ status: answer.status, ...(body.message ? { message: body.message } : {}) });
  if (told.endsSession) reportFatal(told);
  throw told;
}

/** Characters of a file that Shift_JIS does not have: how many, and some of them. */
export type LostCharacters = { lost: number; examples: string[] };

/** Asks what `/api/accounts/export.csv` would lose in Shift_JIS. @throws AppError as a call would. */
export async function lostInShiftJis(path: string, query: Query): Promise<LostCharacters> {
  return (await answerOf(`${path}/check`, { ...query, encoding: "sjis" })).json();
}

/**
 * Fetches a file such as `/api/accounts/export.csv` and hands it to the browser.
 * @returns its name. @throws AppError as a call would.
 */
export async function download(path: string, query: Query): Promise<string> {
  const answer = await answerOf(path, query);
  const name = nameIn(answer.headers.get("content-disposition"));
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  return name;
}
