import { describe, expect, it } from "vitest";
import { describeError, EMPTY_RESPONSE_MESSAGE, errorScreenLink } from "./error-catalogue.ts";

describe("§8 Error catalogue", () => {
  const expired = "セッションの有効期限が切れました。再度ログインしてください。";
  it.each([
    [400, "M", "other", "M", "message"],
    [400, undefined, "other", "不正リクエストです", "message"],
    [401, undefined, "login", expired, "message"],
    [401, "M", "login", "M", "message"],
    [401, undefined, "other", expired, "fatal"],
    [403, "M", "other", "不正リクエストです", "message"],
    [404, "M", "other", "お探しのページが見つかりませんでした", "not_found"],
    [409, undefined, "other", "ユーザー情報が更新されました。再ログインしてください", "logout"],
    [409, "M", "login", "M", "logout"],
    [500, undefined, "other", "しばらくしてからもう一度お試しください", "message"],
    [422, "M", "other", "M", "message"],
    [-1, "M", "other", "M", "message"],
    [-1, undefined, "other", "不明なエラー", "message"],
  ] as const)("%s with message %s on a %s call", (status, message, call, shown, behaviour) => {
    expect(describeError({ status, message, call })).toEqual({ status, message: shown, behaviour });
  });
  it("default status code when none is given: -1", () => {
    expect(describeError({ call: "other" }).status).toBe(-1);
    expect(EMPTY_RESPONSE_MESSAGE).toBe("Empty response data");
  });
});

describe("§2 Error screen", () => {
  it.each([
    [404, "/"],
    [401, "/login"],
    [409, "/login"],
    [403, "/"],
    [-1, "/"],
  ] as const)("after status %s its link leads to %s", (status, to) => {
    expect(errorScreenLink(status)).toBe(to);
  });
});
