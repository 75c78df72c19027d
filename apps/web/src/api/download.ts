import { EMPTY_RESPONSE_MESSAGE } from "@okaeri/domain/auth/error-catalogue";
import i18next from "i18next";
import { appError, toAppError } from "./app-error.ts";
import { callBegins, reportFatal } from "./fatal.ts";
import { isRetried, isUnanswered, RETRY_DELAY_MS } from "./reading.ts";

/** The name of `content-disposition: attachment; filename="a.csv"; filename*=UTF-8''…`. */
function nameIn(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(header ?? "")?.[1] ?? "export.csv");
}

type Query = Record<string, string | number | undefined>;

/** Fetches an address, with one retry where any reading call has one. */
async function ask(address: string): Promise<Response> {
  const request = () =>
    fetch(address, { credentials: "same-origin", headers: { "x-okaeri-language": i18next.language } });
  const again = async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return request();
  };
  const first = await request().catch((error: unknown) => {
    if (isUnanswered(error)) return undefined;
    throw error;
  });
  return first === undefined || isRetried(first.status) ? again() : first;
}

async function failed(answer: Response, begun: number): Promise<Error> {
  const body = (await answer.json().catch(() => ({}))) as { message?: string };
  const failure = appError({ status: answer.status, ...(body.message ? { message: body.message } : {}) });
  // specification §8: the list behind the button is not there either.
  if (failure.endsSession || failure.behaviour === "not_found") reportFatal(failure, begun);
  return failure;
}

/** The body of an address that is no call. @throws AppError as a call would, where a plain link would leave the page. */
async function bodyOf(path: string, query: Query): Promise<{ file: Blob; name: string; omitted: number }> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  const words = new URLSearchParams(set.map(([key, value]) => [key, String(value)]));
  const begun = callBegins();
  try {
    const answer = await ask(`${path}?${words}`);
    if (!answer.ok) throw await failed(answer, begun);
    const file = await answer.blob();
    // A file without a line has at least its headings: nothing at all is an answer that was lost.
    if (file.size === 0) throw appError({ message: EMPTY_RESPONSE_MESSAGE });
    const name = nameIn(answer.headers.get("content-disposition"));
    return { file, name, omitted: Number(answer.headers.get("okaeri-omitted") ?? 0) };
  } catch (error) {
    throw toAppError(error);
  }
}

/** Characters of a file that Shift_JIS does not have: how many, and some of them. */
export type LostCharacters = { lost: number; examples: string[] };

/** Asks what `/api/accounts/export.csv` would lose in Shift_JIS. @throws AppError as a call would. */
export async function lostInShiftJis(path: string, query: Query): Promise<LostCharacters> {
  const { file } = await bodyOf(`${path}/check`, { ...query, encoding: "sjis" });
  try {
    return JSON.parse(await file.text()) as LostCharacters;
  } catch {
    throw appError({ message: EMPTY_RESPONSE_MESSAGE });
  }
}

/**
 * Fetches a file such as `/api/accounts/export.csv` and hands it to the browser.
 * @returns its name, and how many of those that were named are not in it. @throws AppError as a call would.
 */
export async function download(path: string, query: Query): Promise<{ name: string; omitted: number }> {
  const { file, name, omitted } = await bodyOf(path, query);
  return { name: saveFile(file, name), omitted };
}

/** Hands a file that exists already to the browser. @returns its name. */
export function saveFile(file: Blob, name: string): string {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  return name;
}
