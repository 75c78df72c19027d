// @vitest-environment jsdom
import { act, type ReactNode } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../api/app-error.ts";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { at, until } from "../../test/mount.fixture.tsx";
import { RowsField } from "../../ui/fields/RowsField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { RecordPage } from "./RecordPage.tsx";
import { type Loaded, type Problems, useRecordForm } from "./use-record-form.ts";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

describe("RecordPage", () => {
  const found = { isError: false, error: null, refetch: () => undefined };
  type Record = { data: { name: string } | undefined; isError: boolean; error: Error | null; refetch: () => void };
  const page = (record: Record) => (
    <RecordPage
      record={record}
      head={(one, path) => ({
        title: one.name,
        state: <em>有効</em>,
        actions: path.endsWith("/edit") ? "やめる" : "編集する",
      })}
      tabs={() => ({
        label: "内容",
        tabs: [
          { key: "facts", label: "概要", path: "/clients/7" },
          { key: "history", label: "変更履歴", path: "/clients/7/history" },
        ],
      })}
    >
      {(one) => <p>{one.name}の中身</p>}
    </RecordPage>
  );

  it.each([
    ["/clients/7", "概要", "編集する"],
    ["/clients/7/history", "変更履歴", "編集する"],
    ["/clients/7/edit", "概要", "やめる"],
    ["/en/clients/7/history", "変更履歴", "編集する"],
  ])("%s has title, tags, what may be done there, and the tab %s", async (path, tab, action) => {
    const { place, text } = await at(path, page({ data: { name: "花の湯" }, ...found }));
    expect(place.querySelector("h1")?.textContent).toBe("花の湯");
    expect(text()).toContain("有効");
    expect(text()).toContain(action);
    expect(place.querySelector("[role=tab][aria-selected=true]")?.textContent).toBe(tab);
    expect(place.querySelector("[role=tabpanel]")?.textContent).toBe("花の湯の中身");
  });

  it("goes to a tab's own address", async () => {
    const { button, press, router } = await at("/clients/7", page({ data: { name: "花の湯" }, ...found }));
    await press(button("変更履歴"));
    expect(router.state.location.pathname).toBe("/clients/7/history");
  });

  it("says that it could not be loaded, and tries again", async () => {
    const refetch = vi.fn();
    const lost = { data: undefined, isError: true, error: new Error("届きませんでした"), refetch };
    const { button, press, text } = await at("/clients/7", page(lost));
    expect(text()).toContain("届きませんでした");
    await press(button("もう一度読み込む"));
    expect(refetch).toHaveBeenCalledOnce();
  });
});

type Values = { name: string; description: string; options: { option_started_at: string; option_item: string }[] };
type Save = (edit: Loaded<Values>) => Promise<Loaded<Values>>;
type FormPageProps = {
  start: Loaded<Values>;
  save: Save;
  newest: () => Promise<Loaded<Values>>;
  onSaved: () => void;
  editable?: boolean;
  foot?: ReactNode;
  check?: (values: Values) => Problems;
};

function FormPage({ start, save, newest, onSaved, editable = true, foot, check }: FormPageProps) {
  const form = useRecordForm<Values>({
    name: "clients/7",
    call: "accounts.create",
    editable,
    loaded: start,
    labels: { name: "名前", description: "説明", options: "オプション" },
    save,
    newest,
    ...(check ? { check } : {}),
  });
  return (
    <RecordForm form={form} onSaved={onSaved} {...(foot ? { foot, onSubmit: form.save } : {})}>
      <TextField {...form.field("name")} />
      <TextField {...form.field("description")} lines={2} />
      {editable ? (
        <RowsField
          {...form.field("options", "オプション")}
          value={form.values.options}
          nameOf={() => ""}
          make={() => ({ option_started_at: "", option_item: "" })}
          first="option_started_at"
          add="追加する"
          row={(_row, index) => <TextField {...form.field(`options.${index}.option_started_at`, "開始日")} />}
        />
      ) : null}
    </RecordForm>
  );
}

describe("RecordForm", () => {
  const stored: Loaded<Values> = { version: 1, values: { name: "花の湯", description: "", options: [] } };
  const save = vi.fn<Save>();
  const saved = vi.fn();
  let newest: Loaded<Values>;
  beforeEach(() => {
    save.mockReset().mockImplementation(async (edit) => ({ ...edit, version: edit.version + 1 }));
    saved.mockReset();
    newest = stored;
  });
  const form = (more: Pick<FormPageProps, "editable" | "foot" | "check"> = {}, start = stored) =>
    at("/clients/7/edit", <FormPage start={start} save={save} newest={async () => newest} onSaved={saved} {...more} />);

  const bar = (place: HTMLElement) => place.querySelector("section[aria-label=未保存の変更]");

  it("says what is unsaved, saves it with its version, and is at rest again", async () => {
    const { place, field, type, button, press } = await form();
    expect(bar(place)).toBeNull();
    await type(field("名前"), "花の湯 本館");
    expect(bar(place)?.textContent).toContain("変更: 名前");
    await press(button("保存する"));
    expect(save).toHaveBeenCalledWith({ version: 1, values: { ...stored.values, name: "花の湯 本館" } }, false);
    expect(saved).toHaveBeenCalled();
    expect(bar(place)).toBeNull();
  });

  it("takes the changes back", async () => {
    const { field, type, button, press } = await form();
    await type(field("名前"), "x");
    await press(button("変更を取り消す"));
    expect(field("名前").value).toBe("花の湯");
  });

  it("asks nothing of the server while the contract would refuse, and leads to each field and row", async () => {
    const { place, field, type, button, press } = await form();
    await type(field("名前"), "あ".repeat(121));
    await press(button("追加する"));
    await press(button("保存する"));
    expect(save).not.toHaveBeenCalled();
    const lines = [...place.querySelectorAll<HTMLAnchorElement>("[role=alert] a")];
    expect(lines.map((line) => line.textContent)).toEqual([
      "名前: 120文字以内で入力してください(1文字多く入力されています)",
      "1行目 開始日: 入力してください",
    ]);
    expect(lines.map((line) => place.querySelector(line.getAttribute("href") ?? "")?.id)).toEqual([
      field("名前").id,
      field("開始日").id,
    ]);
    expect(document.activeElement?.contains(place.querySelector("[role=alert]"))).toBe(true);
    await type(field("名前"), "");
    expect(place.querySelector("[role=alert] a")?.textContent).toBe("名前: 入力してください");
  });

  it("says what no single field can know in the same words, and takes back what does not matter yet", async () => {
    const check = ({ name }: Values) =>
      name === "" ? { description: { code: "choose_client" as const }, name: undefined } : {};
    const { place, field, type, button, press } = await form({ check });
    await type(field("名前"), "");
    await press(button("保存する"));
    const lines = () => [...place.querySelectorAll("[role=alert] a")].map((line) => line.textContent);
    expect(lines()).toEqual(["説明: クライアントを選んでください"]);
    await type(field("名前"), "花");
    expect(lines()).toEqual([]);
  });

  it("puts the server's words beside the field they are about", async () => {
    save.mockRejectedValue(
      new AppError({ status: 400, message: "確認してください", behaviour: "message" } as never, {
        name: "使われています",
      }),
    );
    const { field, type, button, press, described } = await form();
    await type(field("名前"), "y");
    await press(button("保存する"));
    expect(described(field("名前"))).toBe("使われています");
  });

  it.each([
    ["花田 千冬", "花田 千冬さんが2026年11月22日 10:05に変更しました"],
    [null, "2026年11月22日 10:05に変更されました"],
  ])("after a 412 says who (%s) changed what and when, and loads it beneath what was typed", async (by, words) => {
    const changed = { by, at: "2026-11-22T01:05:00Z" };
    save.mockRejectedValueOnce(
      new AppError({ status: 412, message: "先に変更されました", behaviour: "message" } as never, {}, false, changed),
    );
    newest = { version: 5, values: { ...stored.values, name: "花の湯 別館", description: "新しい説明" } };
    const { text, field, type, button, press } = await form();
    await type(field("名前"), "花の湯 本館");
    await press(button("保存する"));
    expect(text()).toContain(words);
    expect(text()).toContain("変更された項目: 名前、説明");
    await press(button("最新の内容を読み込む"));
    expect([field("名前").value, field("説明").value]).toEqual(["花の湯 本館", "新しい説明"]);
    expect(text()).toContain("ほかの人も次の項目を変更していました。保存すると、ここで入力した内容に変わります: 名前");
    await press(button("保存する"));
    expect(save).toHaveBeenLastCalledWith(
      {
        version: 5,
        values: { ...newest.values, name: "花の湯 本館" },
      },
      false,
    );
  });

  it("asks before it is left unsaved", async () => {
    const { field, type, router } = await form();
    await type(field("名前"), "z");
    await act(async () => void router.navigate({ to: "/clients" as never }));
    const asked = () => document.querySelector("[role=dialog]")?.textContent ?? "";
    await until(() => asked() || undefined, "the question");
    expect(asked()).toContain("このまま移動すると、次の変更は失われます: 名前");
    expect(router.state.location.pathname).toBe("/clients/7/edit");
  });

  it("shows values alone to whoever may not change them", async () => {
    const { place, text } = await form({ editable: false });
    expect(text()).toContain("名前花の湯");
    expect(place.querySelector("form, input")).toBeNull();
  });

  it("a new record has its own buttons and no save bar", async () => {
    const foot = <button type="submit">登録する</button>;
    const { place, field, type, button, press } = await form({ foot }, { ...stored, version: 0 });
    await type(field("名前"), "新しい宿");
    expect(bar(place)).toBeNull();
    await press(button("登録する"));
    expect(save).toHaveBeenCalledOnce();
  });
});
