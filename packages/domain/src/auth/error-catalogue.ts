// specification §8, error catalogue, and §2, error screen.

export const BAD_REQUEST_MESSAGE = "不正リクエストです";
export const NOT_FOUND_MESSAGE = "お探しのページが見つかりませんでした";
export const SESSION_EXPIRED_MESSAGE = "セッションの有効期限が切れました。再度ログインしてください。";
export const USER_CHANGED_MESSAGE = "ユーザー情報が更新されました。再ログインしてください";
export const TRY_LATER_MESSAGE = "しばらくしてからもう一度お試しください";
export const UNKNOWN_ERROR_MESSAGE = "不明なエラー";
export const EMPTY_RESPONSE_MESSAGE = "Empty response data";
export const ERROR_TITLE = "エラーが発生しました";
export const TO_LOGIN_LABEL = "ログイン画面へ戻る";
export const TO_TOP_LABEL = "トップへ戻る";
/** Status of an error that came without one. */
export const DEFAULT_STATUS = -1;

/**
 * message: shown where the call was made; fatal: the error page; logout: the session ends first, then the error page;
 * not_found: the page-not-found page.
 */
export type ErrorBehaviour = "message" | "fatal" | "logout" | "not_found";

export interface FailedCall {
  status?: number | undefined;
  /** The server's message; empty counts as none. */
  message?: string | undefined;
  /** Only the login call itself; verify and everything else are other calls. */
  call: "login" | "other";
}

export interface CallFailure {
  status: number;
  message: string;
  behaviour: ErrorBehaviour;
}

/** What the client does about a failed call, row by row of the catalogue. */
export function describeError(failed: FailedCall): CallFailure {
  const status = failed.status ?? DEFAULT_STATUS;
  const given = failed.message || undefined;
  switch (status) {
    case 400:
      return { status, message: given ?? BAD_REQUEST_MESSAGE, behaviour: "message" };
    case 401:
      return {
        status,
        message: given ?? SESSION_EXPIRED_MESSAGE,
        behaviour: failed.call === "login" ? "message" : "fatal",
      };
    case 403:
      return { status, message: BAD_REQUEST_MESSAGE, behaviour: "message" };
    case 404:
      return { status, message: NOT_FOUND_MESSAGE, behaviour: "not_found" };
    case 409:
      return { status, message: given ?? USER_CHANGED_MESSAGE, behaviour: "logout" };
    case DEFAULT_STATUS:
      // No server answered, so there is none to try later.
      return { status, message: given ?? UNKNOWN_ERROR_MESSAGE, behaviour: "message" };
    default:
      return { status, message: given ?? TRY_LATER_MESSAGE, behaviour: "message" };
  }
}

/** specification §2, error screen: where its link leads, as its label says. */
export function errorScreenLink(status: number): "/login" | "/" {
  return status === 401 || status === 409 ? "/login" : "/";
}
