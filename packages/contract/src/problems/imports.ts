import { MAX_COLUMNS, REFUSED_DAYS } from "../import-limits.ts";
import { columnMissing } from "./column-missing.ts";
import type { Entry } from "./entry.ts";

/** What can be wrong with an uploaded file. */
export const FILE = {
  empty: { ja: "ファイルが空です", en: "The file is empty" },
  header_only: {
    ja: "見出し行だけで、データの行がありません",
    en: "There is only the row of headings, and no row of data",
  },
  utf16: {
    ja: "文字コードがUTF-16のため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
    en: "The file is encoded as UTF-16. Save it as CSV in UTF-8 or Shift_JIS",
  },
  euc_jp: {
    ja: "文字コードがEUC-JPのため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
    en: "The file is encoded as EUC-JP. Save it as CSV in UTF-8 or Shift_JIS",
  },
  iso_2022_jp: {
    ja: "文字コードがJIS(ISO-2022-JP)のため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
    en: "The file is encoded as ISO-2022-JP. Save it as CSV in UTF-8 or Shift_JIS",
  },
  spreadsheet: {
    ja: "表計算ソフトのファイルのため読み取れません。CSV形式で保存してください",
    en: "This is a file of a spreadsheet program. Save it as CSV",
  },
  xls_old: {
    ja: "古い形式のExcelファイル(.xls)のため読み取れません。Excelで「Excelブック(.xlsx)」を選んで保存し直してください",
    en: "This is an old Excel file (.xls). Save it as an Excel workbook (.xlsx)",
  },
  xlsx_encrypted: {
    ja: "パスワードで保護されたファイルのため読み取れません。Excelでパスワードを外して保存し直してください",
    en: "The file is locked with a password. Save it without one",
  },
  xlsx_broken: {
    ja: "Excelファイルが壊れているため読み取れません。Excelで開いて、保存し直してください",
    en: "The Excel file is damaged. Open it in Excel and save it again",
  },
  xlsx_too_large: {
    ja: "Excelファイルが大きすぎます。行や書式だけの空のセルを減らすか、CSVで保存してください",
    en: "The Excel file is too large. Remove empty formatted cells, or save it as CSV",
  },
  reading_stopped: {
    ja: "ファイルの読み取りにメモリーか時間がかかりすぎるため、途中で止めました。表だけを新しいブックかCSVに保存し直すか、ファイルを分けてください",
    en: "Reading the file took too much memory or time and was stopped. Save the table alone as a new workbook or as CSV, or split the file",
  },
  no_sheet: {
    ja: "表のあるシートが見つかりません",
    en: "There is no sheet with a table",
  },
  sheet_empty: {
    ja: "このシートには見出し行がありません。別のシートを選んでください",
    en: "This sheet has no row of headings. Choose another one",
  },
  binary: { ja: "CSVファイルではありません", en: "This is not a CSV file" },
  header_unreadable: {
    ja: "見出し行を読み取れません。文字コードと引用符を確認してください",
    en: "The row of headings cannot be read. Check encoding and quotation marks",
  },
  too_many_columns: {
    ja: `列が多すぎます(${MAX_COLUMNS}列まで)`,
    en: `There are too many columns (at most ${MAX_COLUMNS})`,
  },
} as const satisfies Record<string, Entry>;

type Waiting = { whose: "own" | "all"; limit: { files: number } | { gigabytes: number }; oldest: string };

export const IMPORTS = {
  ...FILE,
  column_missing: columnMissing,
  unknown_words: ({ words }: { words: readonly string[] }) => ({
    ja: `意味の分からない値があります(${words.slice(0, 5).join("、")})。それぞれの意味を選んでください`,
    en: `There are values that nobody knows (${words.slice(0, 5).join(", ")}). Choose what each of them means`,
  }),
  date_order_open: {
    ja: "月と日のどちらが先か分かりません。日付の順番を選んでください",
    en: "The month and the day cannot be told apart. Choose the order of dates",
  },
  undo_takes_nothing_back: {
    ja: "いま取り消しても元に戻るものがないため、取り消しを始められません。残るものとその理由は、取り消しの確認に出ています",
    en: "Undone now, nothing would go back, so it cannot be begun. The question before an undo says what stays and why",
  },
  refused_lines_ended: {
    ja: `取り込めなかった行の内容は、取り込みから${REFUSED_DAYS}日で削除しました。件数だけを残しています`,
    en: `What the refused rows said was deleted ${REFUSED_DAYS} days after the import. Only their number is kept`,
  },
  uploads_waiting: ({ whose, limit, oldest }: Waiting) => {
    const ja = {
      whose: whose === "own" ? "ご自身の" : "この施設グループの",
      limit: "files" in limit ? `${limit.files}件` : `合わせて${limit.gigabytes}GB`,
      which: oldest === "" ? "どれか" : `「${oldest}」など`,
    };
    const en = {
      whose: whose === "own" ? "of your own" : "of this group of facilities",
      limit: "files" in limit ? `${limit.files} files` : `${limit.gigabytes} GB`,
      which: oldest === "" ? "one of them" : `one of them, such as “${oldest}”,`,
    };
    return {
      ja: `${ja.whose}まだ始めていない取り込みは${ja.limit}までです。取り込みの一覧で${ja.which}を始めるか中止してから、もう一度送ってください`,
      en: `At most ${en.limit} ${en.whose} may wait to be imported. Start or cancel ${en.which} in the list of imports, then send the file again`,
    };
  },
} as const satisfies Record<string, Entry>;
