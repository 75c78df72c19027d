// @vitest-environment jsdom
import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { mount } from "../../test/mount.fixture.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import { DateField } from "./DateField.tsx";
import { FigureField } from "./FigureField.tsx";
import type { FieldProps, FieldRule } from "./field-props.ts";
import { PostcodeField } from "./PostcodeField.tsx";
import { RowsField } from "./RowsField.tsx";
import { SecretField } from "./SecretField.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { TextField } from "./TextField.tsx";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
});

// biome-ignore lint/suspicious/noExplicitAny: one table for fields of every kind of value
type AnyField = (props: FieldProps<any>) => React.ReactNode;
const CHOICES = [
  { value: "a", label: "はい" },
  { value: "b", label: "いいえ" },
];
const text = (rule: FieldRule, more = {}) =>
  [(props) => <TextField {...props} {...more} rule={{ ...props.rule, ...rule }} />, ""] as const satisfies [
    AnyField,
    unknown,
  ];

const FIELDS: Record<string, readonly [AnyField, unknown]> = {
  text: text({}),
  "long text": text({}, { lines: 3 }),
  kana: text({ form: "kana" }),
  telephone: text({ form: "tel" }),
  postcode: [(props) => <PostcodeField {...props} find={async () => []} address="" onAddress={() => undefined} />, ""],
  code: text({ form: "code" }),
  mail: text({ form: "email" }),
  figure: [(props) => <FigureField {...props} unit="mails" />, 3],
  money: [(props) => <FigureField {...props} unit="yen" />, ""],
  date: [(props) => <DateField {...props} />, ""],
  secret: [(props) => <SecretField {...props} autoComplete="new-password" show="見る" />, ""],
  "choice in a list": [(props) => <ChoiceField {...props} choices={CHOICES} />, null],
  "short choice": [(props) => <ChoiceField {...props} as="short" choices={CHOICES} />, "a"],
};

type Recorder = { values: unknown[] };

function Held({
  show,
  start,
  recorder,
  ...props
}: { show: AnyField; start: unknown; recorder: Recorder } & Partial<FieldProps<unknown>>) {
  const [value, setValue] = useState(start);
  const onChange = (next: unknown) => {
    recorder.values.push(next);
    setValue(next);
  };
  return show({ id: "field", label: "項目", ...props, value, onChange });
}

async function field(show: AnyField, start: unknown, props: Partial<FieldProps<unknown>> = {}) {
  const recorder: Recorder = { values: [] };
  const page = await mount(<Held show={show} start={start} recorder={recorder} {...props} />);
  return { ...page, last: () => recorder.values.at(-1) };
}

describe.each(Object.entries(FIELDS))("a field of %s", (_kind, [show, start]) => {
  it("is called by its label alone, says that it is required, and marks it for the eye", async () => {
    const { place, field: find } = await field(show, start, { rule: { required: true } });
    expect(find("項目").required).toBe(true);
    expect(place.querySelector("[data-words]")?.getAttribute("data-words")).toBe("必須");
    const plain = await field(show, start);
    expect(plain.field("項目").required).toBe(false);
    expect(plain.place.querySelector("[data-words]")).toBeNull();
  });

  it("ties help and error to itself", async () => {
    const { described, field: find } = await field(show, start, { help: "助け", error: "直してください" });
    expect(described(find("項目"))).toMatch(/助け/);
    expect(described(find("項目"))).toMatch(/直してください/);
    expect(find("項目").getAttribute("aria-invalid")).toBe("true");
  });

  it("has no attribute that cuts what is pasted", async () => {
    const { field: find } = await field(show, start, { rule: { max: 5 } });
    expect(find("項目").getAttribute("maxlength")).toBeNull();
  });
});

describe("a text that is too long", () => {
  it.each(["text", "long text", "kana", "telephone", "code", "mail"])(
    "%s is kept whole and said to be too long",
    async (kind) => {
      const [show, start] = FIELDS[kind] ?? [];
      const { field: find, type, described, last } = await field(show as AnyField, start, { rule: { max: 20 } });
      await type(find("項目"), "あ".repeat(15));
      expect(described(find("項目"))).toContain("あと5文字");
      await type(find("項目"), "あ".repeat(23));
      expect(last()).toBe("あ".repeat(23));
      expect(described(find("項目"))).toContain("20文字以内で入力してください(3文字多く入力されています)");
      expect(find("項目").getAttribute("aria-invalid")).toBe("true");
      await type(find("項目"), "あ");
      expect(described(find("項目"))).toBe("");
    },
  );
});

describe("what is typed becomes what is kept when the field is left", () => {
  it.each([
    ["text", " 花の湯　", "花の湯"],
    ["kana", "ｶﾌﾞｼｷｶﾞｲｼｬ", "カブシキガイシャ"],
    ["telephone", "０３－１２３４－５６７８", "03-1234-5678"],
    ["postcode", "１２３４５６７", "123-4567"],
    ["code", "ＨＡＮＡ－０１", "HANA-01"],
    ["mail", " Info@EXAMPLE.jp ", "Info@example.jp"],
    ["money", "１２，３４５", 12_345],
    ["money", "12,345", 12_345],
    ["figure", "-3", -3],
    ["money", "千円", "千円"],
    ["money", "", ""],
    ["date", "2026-01-05", "2026-01-05"],
    ["date", "２０２６／１／５", "2026-01-05"],
    ["date", "2026年1月5日", "2026-01-05"],
    ["date", "20260105", "2026-01-05"],
    ["date", "1月5日", "1月5日"],
    ["date", "2026-02-30", "2026-02-30"],
  ])("%s: %j is kept as %j", async (kind, typed, expected) => {
    const [show, start] = FIELDS[kind] ?? [];
    const { field: find, type, leave, last } = await field(show as AnyField, start);
    await type(find("項目"), typed === "" ? "1" : typed);
    if (typed === "") await type(find("項目"), "");
    await leave(find("項目"));
    expect(last()).toBe(expected);
  });

  it.each([
    ["money", 12_345, "12,345", null],
    ["money", "千円", "千円", "数字で入力してください"],
    ["date", "2026-01-05", "2026年01月05日", null],
    ["date", "1月5日", "1月5日", "日付を「2026年1月5日」のように入力してください"],
  ])("%s: %j is shown as %j", async (kind, value, shown, error) => {
    const [show] = FIELDS[kind] ?? [];
    const { field: find, described } = await field(show as AnyField, value);
    expect(find("項目").value).toBe(shown);
    expect(find("項目").getAttribute("aria-invalid")).toBe(error === null ? null : "true");
    if (error !== null) expect(described(find("項目"))).toContain(error);
  });

  it("a figure out of its bounds says which", async () => {
    const [show] = FIELDS.figure ?? [];
    const { field: find, type, described } = await field(show as AnyField, 3, { rule: { from: 1, to: 365 } });
    await type(find("項目"), "366");
    expect(described(find("項目"))).toContain("365以下で入力してください");
    await type(find("項目"), "0");
    expect(described(find("項目"))).toContain("1以上で入力してください");
    expect(described(find("項目"))).toContain("単位: 通");
  });
});

describe("whoever may only read sees values, and no field", () => {
  it.each([
    ["text", "花の湯", "花の湯"],
    ["text", "", "未設定"],
    ["money", 12_345, "12,345円"],
    ["date", "2026-01-05", "2026年01月05日"],
    ["short choice", "b", "いいえ"],
  ])("%s: %j is %j", async (kind, value, shown) => {
    const [show] = FIELDS[kind] ?? [];
    const { place, text: shownText } = await field(show as AnyField, value, { reading: true });
    expect(shownText()).toContain(shown);
    expect(place.querySelector("input, select, textarea")).toBeNull();
  });
  it("switch: true is その言葉", async () => {
    const { place, text: shownText } = await field(
      (props) => <SwitchField {...props} on="送る" off="送らない" />,
      true,
      {
        reading: true,
      },
    );
    expect([shownText(), place.querySelector("input")]).toEqual(["項目送る", null]);
  });
});

it("a switch changes by a press", async () => {
  const { field: find, press, last } = await field((props) => <SwitchField {...props} />, false);
  await press(find("項目"));
  expect(last()).toBe(true);
});

describe("rows", () => {
  type Row = { name: string };
  const rows = (rule: FieldRule = {}) =>
    ((props) => (
      <RowsField<Row>
        {...props}
        rule={rule}
        ordered
        nameOf={({ name }) => name}
        make={() => ({ name: "" })}
        first="name"
        add="追加する"
        row={(row, index) => (
          <TextField
            id={`${props.id}-${index}-name`}
            label={`名前${index + 1}`}
            value={row.name}
            onChange={(name) =>
              props.onChange(props.value.map((one: Row, at: number) => (at === index ? { name } : one)))
            }
          />
        )}
      />
    )) satisfies AnyField;
  const start = [{ name: "甲" }, { name: "乙" }];
  const names = (value: unknown) => (value as Row[]).map(({ name }) => name).join("");

  it("come and go, and the focus goes along", async () => {
    const { button, press, last, field: find } = await field(rows(), start);
    await press(button("追加する"));
    expect(names(last())).toBe("甲乙");
    expect(document.activeElement).toBe(find("名前3"));
    await press(button("「3番目」を削除する"));
    await press(button("「甲」を削除する"));
    expect(names(last())).toBe("乙");
    expect(document.activeElement).toBe(button("追加する"));
  });

  it("are put in order with buttons, and with Alt and an arrow key inside a row", async () => {
    const { button, press, last, field: find, key, text: shownText } = await field(rows(), start);
    expect(button("「甲」を上へ移す").disabled).toBe(true);
    await press(button("「甲」を下へ移す"));
    expect(names(last())).toBe("乙甲");
    expect(document.activeElement).toBe(button("「甲」を上へ移す"));
    expect(shownText()).toContain("「甲」を2番目に移しました");
    await key(find("名前2"), { key: "ArrowUp", altKey: true });
    expect(names(last())).toBe("甲乙");
    expect(document.activeElement).toBe(find("名前1"));
    await key(find("名前1"), { key: "ArrowUp", altKey: true });
    await key(find("名前1"), { key: "ArrowDown" });
    expect(names(last())).toBe("甲乙");
  });

  it("end where the contract ends", async () => {
    const { button, text: shownText } = await field(rows({ most: 2 }), start);
    expect(button("追加する").disabled).toBe(true);
    expect(shownText()).toContain("2件まで登録できます");
  });
});

describe("a postcode", () => {
  const LIST: Record<string, string[]> = {
    "100-0001": ["東京都千代田区千代田"],
    "618-0000": ["京都府乙訓郡大山崎町", "大阪府三島郡島本町"],
  };
  async function typed(code: string, address = "") {
    const asked: string[] = [];
    const taken: string[] = [];
    const find = async (one: string) => {
      asked.push(one);
      return LIST[one] ?? [];
    };
    const page = await field(
      (props) => <PostcodeField {...props} find={find} address={address} onAddress={(one) => taken.push(one)} />,
      "",
    );
    await page.type(page.field("項目"), code);
    await page.leave(page.field("項目"));
    return { ...page, asked, taken };
  }

  it("fills in an empty address", async () => {
    const { taken, asked, text: shownText } = await typed("１０００００１");
    expect([taken, asked]).toEqual([["東京都千代田区千代田"], ["100-0001"]]);
    expect(shownText()).toContain("住所に「東京都千代田区千代田」を入れました");
  });
  it("leaves alone what was typed, and offers what it found", async () => {
    const { taken, button, press } = await typed("1000001", "本社");
    expect(taken).toEqual([]);
    await press(button("住所を「東京都千代田区千代田」にする"));
    expect(taken).toEqual(["東京都千代田区千代田"]);
  });
  it("offers each of several towns", async () => {
    const { taken, button, press } = await typed("6180000");
    expect(taken).toEqual([]);
    await press(button("住所を「大阪府三島郡島本町」にする"));
    expect(taken).toEqual(["大阪府三島郡島本町"]);
  });
  it("says plainly that a code is not in the list", async () => {
    const { taken, text: shownText } = await typed("9999999");
    expect(taken).toEqual([]);
    expect(shownText()).toContain("999-9999は、公開されている郵便番号の一覧にありません");
  });
  it.each(["SW1A 1AA", "123"])("does not ask for %s", async (code) => {
    expect((await typed(code)).asked).toEqual([]);
  });
});
