import { describe, expect, it } from "vitest";
import { describeError, EMPTY_RESPONSE_MESSAGE, errorScreen } from "./error-catalogue.ts";
import { menuEntries } from "./menu.ts";

describe("§2 Menu", () => {
  it("six entries in order, each to /{section}, disabled without the section's read permission", () => {
    const entries = menuEntries({
      role: "role_user",
      planOptions: [],
      held: ["customers/read", "ranks/all", "users/edit", "rfms/read"],
    });
    expect(entries.map((e) => [e.label, e.path, e.disabled])).toEqual([
      ["ユーザー管理", "/users", true],
      ["ランク管理", "/ranks", false],
      ["RFM管理", "/rfms", true], // the plan lacks RFM
      ["顧客管理", "/customers", false],
      ["キャンペーン管理", "/campaigns", true],
      ["レポート管理", "/reports", true],
    ]);
  });
});

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
    [404, "M", "お探しのページが見つかりませんでした", "/", "トップへ戻る"],
    [401, "M", "M", "/login", "ログイン画面へ戻る"],
    [409, "M", "M", "/login", "ログイン画面へ戻る"],
    [403, "M", "M", "/", "トップへ戻る"],
    [-1, undefined, "不明なエラー", "/", "トップへ戻る"],
  ] as const)("status %s, message %s", (status, message, shown, to, label) => {
    expect(errorScreen({ status, message })).toEqual({
      title: "エラーが発生しました",
      message: shown,
      link: { to, label },
    });
  });
});
