import fc from "fast-check";
import { csvOf } from "../imports.fixture.ts";
import { row } from "./inn.fixture.ts";

const NAMES = [
  ["山田 花子", "ヤマダ ハナコ"],
  ["鈴木 太郎", "スズキ タロウ"],
  ["山田 一", ""],
  ["佐藤 次", "サトウ ツギ"],
  ["林 三", "ハヤシ サン"],
  ["森 四", "モリ ヨン"],
  ["岡 五", "オカ ゴ"],
] as const;
const day = (n: number) => `2026-10-${String(n).padStart(2, "0")}`;

/** Lines in which few keys, folios and bookings are shared by guests of few names: all possible duplicates and contradictions occur. */
const line = fc
  .record({
    code: fc.nat(12),
    name: fc.constantFrom(...NAMES),
    from: fc.integer({ min: 1, max: 20 }),
    nights: fc.integer({ min: 1, max: 3 }),
    state: fc.constantFrom("滞在済", "滞在済", "予約", "キャンセル"),
    price: fc.integer({ min: 1, max: 20 }),
    reserved: fc.constantFrom("", 0, 9_000),
    adults: fc.constantFrom("", 0, 2),
    kind: fc.constantFrom("", "", "", "", "", "", "同伴者", "団体"),
    folio: fc.constantFrom("", "", "F1", "F2"),
    member: fc.constantFrom("", "", "", "M-1", "M-2", "M-3"),
    plan: fc.constantFrom("A", "B", ""),
    mail: fc.constantFrom("", "", "a@example.jp", "b@example.jp", "c@example.jp"),
    tel: fc.constantFrom("", "", "090-1111-1111", "090-2222-2222"),
    address: fc.constantFrom("", "京都市", "大阪市"),
    birthday: fc.constantFrom("", "", "1980-05-20", "1990-01-01"),
    consent: fc.constantFrom("", "", "はい"),
  })
  .map((one) => {
    const isCompanion = one.kind === "同伴者";
    const isStay = one.state === "滞在済";
    return row(`R${one.code}`, {
      予約状態: one.state,
      氏名: one.name[0],
      氏名カナ: one.name[1],
      メールアドレス: one.mail,
      電話番号: one.tel,
      チェックイン日: day(isCompanion ? one.code + 1 : one.from),
      チェックアウト日: day(isCompanion ? one.code + 2 : one.from + one.nights),
      利用金額: isStay ? one.price * 1_000 : "",
      伝票番号: isStay ? one.folio : "",
      予約金額: one.reserved,
      大人: one.adults,
      プランコード: one.plan,
      ...(isCompanion
        ? {}
        : { 会員番号: one.member, 住所: one.address, 生年月日: one.birthday, メール配信同意: one.consent }),
      宿泊者区分: isCompanion ? "同伴者" : "",
      団体区分: one.kind === "団体" ? "団体" : "",
      キャンセル日: one.state === "キャンセル" ? "2026-09-20" : "",
    });
  });

export const randomFile = (maxLines: number): fc.Arbitrary<Buffer> =>
  fc.array(line, { minLength: 2, maxLength: maxLines }).map(csvOf);
