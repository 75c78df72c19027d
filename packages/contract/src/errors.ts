import {
  BAD_REQUEST_MESSAGE,
  NOT_FOUND_MESSAGE,
  SESSION_EXPIRED_MESSAGE,
  TRY_LATER_MESSAGE,
  USER_CHANGED_MESSAGE,
} from "@okaeri/domain/auth/error-catalogue";

/**
 * The closed list of errors a call may answer. `status` is the HTTP status; the message is sent in the person's language.
 * 409 exists for one purpose only: the forced logout after the user's own record changed (specification §8).
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, ja: BAD_REQUEST_MESSAGE, en: "Invalid request" },
  INVALID_INPUT: { status: 400, ja: "入力内容を確認してください", en: "Please check what you entered" },
  WRONG_CODE: { status: 400, ja: "認証コードが正しくありません", en: "The code is not correct" },
  LINK_INVALID: {
    status: 400,
    ja: "このリンクは使えません。有効期限が切れているか、すでに使われています",
    en: "This link does not work. It has expired or was used already",
  },
  WRONG_STATE: {
    status: 400,
    ja: "いまの状態ではこの操作はできません",
    en: "This cannot be done in the current state",
  },
  LOGIN_REFUSED: {
    status: 401,
    ja: "ユーザーIDまたはパスワードが正しくありません",
    en: "The user ID or password is not correct",
  },
  NO_SESSION: {
    status: 401,
    ja: SESSION_EXPIRED_MESSAGE,
    en: "Your session has expired. Please sign in again.",
  },
  INVALID_KEY: {
    status: 401,
    ja: "キーが正しくないか、使えなくなっています",
    en: "The key is wrong, or does not work any more",
  },
  FORBIDDEN: { status: 403, ja: BAD_REQUEST_MESSAGE, en: "Invalid request" },
  NOT_FOUND: { status: 404, ja: NOT_FOUND_MESSAGE, en: "The page was not found" },
  /** Answered before a request is read: in both languages. */
  TOO_SLOW: {
    status: 408,
    ja: "時間内に送り終わりませんでした。もう一度お試しください",
    en: "The request did not arrive in time. Please try again",
  },
  USER_CHANGED: {
    status: 409,
    ja: USER_CHANGED_MESSAGE,
    en: "Your user record was changed. Please sign in again",
  },
  STALE_VERSION: {
    status: 412,
    ja: "ほかの人が先に変更しました。最新の内容を確認してから、もう一度保存してください",
    en: "Somebody else changed this first. Look at the latest version, then save again",
  },
  TOO_LARGE: { status: 413, ja: "送られたデータが大きすぎます", en: "The data sent is too large" },
  UNSUPPORTED_TYPE: {
    status: 415,
    ja: "この形式のデータは受け付けていません",
    en: "This kind of data is not accepted",
  },
  NOT_EXPECTED: {
    status: 417,
    ja: "Expectヘッダーで求められたことには応じられません",
    en: "What the Expect header asks for is not done here",
  },
  KEY_REUSED: {
    status: 422,
    ja: "同じIdempotency-Keyで、違う内容が送られました",
    en: "This Idempotency-Key came with another body before",
  },
  /** A booking engine's request that cannot be done, with every reason. */
  REFUSED: { status: 422, ja: "この内容では受け付けられません", en: "This cannot be done" },
  TOO_MANY_REQUESTS: {
    status: 429,
    ja: "操作が多すぎます。しばらくしてからもう一度お試しください",
    en: "Too many attempts. Please try again later",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    ja: "アドレスかCookieなどのヘッダーが長すぎます。ブラウザーのCookieを消してから、もう一度お試しください",
    en: "The address or the headers (cookies, for example) are too long. Please delete this site's cookies and try again",
  },
  INTERNAL: { status: 500, ja: TRY_LATER_MESSAGE, en: "Please try again later" },
  UNAVAILABLE: {
    status: 503,
    ja: "ただいま混み合っています。しばらくしてからもう一度お試しください",
    en: "The service is busy. Please try again later",
  },
  /** The database's disk is full. */
  NO_ROOM: {
    status: 503,
    ja: "保存する場所に空きがないため、保存できませんでした。システムの管理者に知らせてください",
    en: "There is no room left to save this. Please tell the system's administrator",
  },
} as const satisfies Record<string, { status: number; ja: string; en: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type Language = "ja" | "en";

/**
 * The body of every error answer of `/api`. `fields` maps a dotted path of the input to what is wrong with it; `changed` says after a 412
 * who saved first, null where that may not be told; `reasons` why a booking engine's request was refused; `problems` what is refused in scripts.
 */
export type ErrorBody = {
  status: number;
  message: string;
  fields?: Record<string, string>;
  changed?: { by: string | null; at: string };
  reasons?: { code: string; message: string }[];
  problems?: { line: number; column: number; code: string; message: string }[];
};
