// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { at } from "../../test/mount.fixture.tsx";
import { BasicsForm } from "./BasicsForm.tsx";
import type { Profile } from "./profile.api.ts";

const profile = {
  name: "花田 千冬",
  user_email: "chifuyu@hananoyu.example",
  version: 3,
  pending_email: null,
} as Profile;
const asked = vi.fn<(body: unknown) => object>();

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn", "credentials");
  vi.stubGlobal("fetch", async (request: Request) => Response.json(asked(await request.json())));
});
beforeEach(() => {
  asked.mockReset().mockImplementation((body) => ({ ...profile, ...(body as object), version: 4 }));
});

const alerts = (place: HTMLElement) => [...place.querySelectorAll("[role=alert] a")].map((line) => line.textContent);

it("a name is saved with the version it was read in, and without a proof", async () => {
  const { place, field, type, button, press } = await at("/profile/edit", <BasicsForm profile={profile} />);
  expect(place.querySelector("[name=mail-password]")).toBeNull();
  await type(field("氏名"), " ");
  await press(button("保存する"));
  expect(alerts(place)).toEqual(["氏名: 入力してください"]);
  await type(field("氏名"), "花田 千春");
  await press(button("保存する"));
  await act(async () => {});
  expect(asked).toHaveBeenCalledWith({ name: "花田 千春", user_email: profile.user_email, version: 3 });
});

it("another address asks for password and code, in the words of every form; the address of before asks for none", async () => {
  const { place, field, type, button, press } = await at("/profile/edit", <BasicsForm profile={profile} />);
  await type(field("メールアドレス"), "no mail");
  await press(button("保存する"));
  expect(alerts(place)).toEqual([
    "メールアドレス: メールアドレスの形式を確認してください",
    "いまのパスワード: 入力してください",
    "認証コード: 認証アプリの6桁の数字か、復旧コード(英数字12文字)を入力してください",
  ]);
  expect(asked).not.toHaveBeenCalled();
  await type(field("メールアドレス"), "new@hananoyu.example");
  await type(field("いまのパスワード"), "a long pass phrase");
  await type(field("認証コード"), "１２３ ４５６");
  await press(button("保存する"));
  expect(asked).toHaveBeenCalledWith({
    name: profile.name,
    user_email: "new@hananoyu.example",
    version: 3,
    password: "a long pass phrase",
    code: "123456",
  });
});

it("a password typed for an address that was taken back is forgotten", async () => {
  const { place, field, type } = await at("/profile/edit", <BasicsForm profile={profile} />);
  await type(field("メールアドレス"), "new@hananoyu.example");
  await type(field("いまのパスワード"), "a long pass phrase");
  await type(field("メールアドレス"), profile.user_email);
  expect(place.querySelector("[name=mail-password]")).toBeNull();
  expect(place.querySelector("section[aria-label=未保存の変更]")).toBeNull();
});
