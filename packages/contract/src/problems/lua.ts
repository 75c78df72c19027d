import type { Entry } from "./entry.ts";

const same =
  (text: (about: { name: string }) => string, en: (about: { name: string }) => string) =>
  (about: { name: string }) => ({
    ja: text(about),
    en: en(about),
  });
const n = (value: number, language: "ja-JP" | "en-GB") => value.toLocaleString(language);

/** What is refused in a target that is written in Lua, with the way to say it where there is one, and what can go wrong for some guests. */
export const LUA = {
  lua_empty: { ja: "条件を書いてください", en: "Write a condition" },
  lua_too_long: ({ max }: { max: number }) => ({
    ja: `長すぎます。${n(max, "ja-JP")}バイトまでにしてください`,
    en: `This is too long: ${n(max, "en-GB")} bytes are the most`,
  }),
  lua_too_deep: ({ max }: { max: number }) => ({
    ja: `入れ子が深すぎます。${n(max, "ja-JP")}段までにしてください`,
    en: `This is nested too deeply: ${n(max, "en-GB")} levels are the most`,
  }),
  lua_too_many_names: ({ max }: { max: number }) => ({
    ja: `名前（local）が多すぎます。${n(max, "ja-JP")}個までにしてください`,
    en: `There are too many names (local): ${n(max, "en-GB")} are the most`,
  }),
  lua_too_large: {
    ja: "条件が大きくなりすぎます。途中の値を減らすか、対象を分けてください",
    en: "The condition becomes too large. Work with fewer values on the way, or split the segment",
  },
  lua_binary: {
    ja: "コンパイル済みのLuaは使えません。テキストで書いてください",
    en: "Compiled Lua cannot be used. Write it as text",
  },
  lua_syntax: ({ near }: { near: string }) => ({
    ja: `「${near}」がここにあるのはLuaとして正しくありません`,
    en: `“${near}” cannot stand here in Lua`,
  }),
  lua_ends_early: {
    ja: "途中で終わっています。続きを書くか、endや閉じ括弧を補ってください",
    en: "This ends too early. Go on writing, or add the missing end or bracket",
  },
  lua_unfinished: { ja: "文字列かコメントが閉じられていません", en: "A text or comment is not closed" },
  lua_escape: { ja: "「\\」のあとの書き方が正しくありません", en: "This is not how a “\\” is used in a text" },
  lua_character: ({ character }: { character: string }) => ({
    ja: `「${character}」はLuaでは使えません`,
    en: `“${character}” cannot be used in Lua`,
  }),
  lua_full_width: {
    ja: "全角の記号や空白は使えません。半角にしてください",
    en: "Full-width signs and spaces cannot be used. Use plain ones",
  },
  lua_number: ({ text }: { text: string }) => ({
    ja: `「${text}」は数として正しくありません`,
    en: `“${text}” is not a proper number`,
  }),
  lua_number_size: {
    ja: "64ビットで表せない数は使えません",
    en: "Numbers that do not fit into 64 bits cannot be used",
  },
  lua_text_bytes: {
    ja: "文字として読めないバイトは使えません",
    en: "Bytes that are no characters cannot be used",
  },
  lua_use_not_equal: { ja: "「等しくない」は ~= と書いてください", en: "Write “is not equal” as ~=" },
  lua_use_equal: { ja: "「等しい」は == と書いてください", en: "Write “is equal” as ==" },
  lua_use_and: { ja: "「かつ」は and と書いてください", en: "Write “and” as the word and" },
  lua_use_or: { ja: "「または」は or と書いてください", en: "Write “or” as the word or" },
  lua_use_not: { ja: "「ではない」は not と書いてください", en: "Write “not” as the word not" },
  lua_no_shorthand: {
    ja: "この書き方はLuaにありません。n = n + 1 のように書いてください",
    en: "Lua has no such shorthand. Write it like n = n + 1",
  },
  lua_one_value: {
    ja: "条件は1つだけにしてください。いくつかあるときは and や or でつないでください",
    en: "Give one condition. Join several with and or or",
  },
  lua_no_return: {
    ja: "return なしで終わることがあります。最後に return を書いてください",
    en: "This can end without a return. Put a return at the end",
  },
  lua_statement: ({ word }: { word: string }) => ({
    ja: `「${word}」は使えません。使えるのは local、if、return です`,
    en: `“${word}” cannot be used: only local, if and return can`,
  }),
  lua_call_statement: {
    ja: "関数を呼ぶだけの行は使えません。値を local に入れるか、return してください",
    en: "A line that only calls a function cannot be used. Keep its value in a local, or return it",
  },
  lua_assignment: same(
    ({ name }) => `${name} には代入できません。local で名前を付けてから使ってください`,
    ({ name }) => `${name} cannot be set. Name a value of your own with local first`,
  ),
  lua_function: {
    ja: "関数を書けるのは count と sum の中だけです",
    en: "Functions can only be written within count and sum",
  },
  lua_table: {
    ja: "表 { } は使えません。いくつかの値は or でつないでください",
    en: "Tables { } cannot be used. Join several values with or",
  },
  lua_varargs: { ja: "「...」は使えません", en: "“...” cannot be used" },
  lua_unknown_name: same(
    ({ name }) => `${name} という項目はありません`,
    ({ name }) => `There is no fact called ${name}`,
  ),
  lua_similar_name: ({ name, similar }: { name: string; similar: string }) => ({
    ja: `${name} はありません。${similar} と書いてください`,
    en: `There is no ${name}. Write ${similar}`,
  }),
  lua_unknown_item: ({ name, list }: { name: string; list: string }) => ({
    ja: `${list} の1件に ${name} という項目はありません`,
    en: `An item of ${list} has no ${name}`,
  }),
  lua_unknown_function: same(
    ({ name }) => `${name} という関数は使えません`,
    ({ name }) => `The function ${name} cannot be used`,
  ),
  lua_no_function: same(
    ({ name }) => `${name} は関数ではありません`,
    ({ name }) => `${name} is not a function`,
  ),
  lua_method: same(
    ({ name }) => `「:」での呼び出しは使えません。${name}(…) と書いてください`,
    ({ name }) => `Calls with “:” cannot be used. Write ${name}(…)`,
  ),
  lua_field: same(
    ({ name }) => `${name} は使えません。お客様の項目は名前だけで書いてください`,
    ({ name }) => `${name} cannot be used. Write facts of the guest by their name alone`,
  ),
  lua_item: same(
    ({ name }) => `${name} は1件のまとまりです。${name}.use_price のように項目を書いてください`,
    ({ name }) => `${name} is an item as a whole. Ask for a fact of it, like ${name}.use_price`,
  ),
  lua_list: same(
    ({ name }) => `${name} は一覧です。contains、count、sum に渡してください`,
    ({ name }) => `${name} is a list. Give it to contains, count or sum`,
  ),
  lua_use_count: same(
    ({ name }) => `${name} は使えません。count(stays, function(x) return … end) で数えてください`,
    ({ name }) => `${name} cannot be used. Count with count(stays, function(x) return … end)`,
  ),
  lua_use_find: same(
    ({ name }) => `${name} は使えません。string.find(文字列, 探す文字, 1, true) で探してください`,
    ({ name }) => `${name} cannot be used. Look with string.find(text, wanted, 1, true)`,
  ),
  lua_use_nil: same(
    ({ name }) => `${name} は使えません。値があるかどうかは ~= nil で調べてください`,
    ({ name }) => `${name} cannot be used. Whether there is a value is asked with ~= nil`,
  ),
  lua_plain_find: {
    ja: "パターンは使えません。文字のまま探すには、4つ目に true を付けてください: string.find(文字列, 探す文字, 1, true)",
    en: "Patterns cannot be used. To look for the characters themselves, give true as the fourth: string.find(text, wanted, 1, true)",
  },
  lua_argument_count: ({ name, least, most }: { name: string; least: number; most: number }) => ({
    ja: `${name} に渡す値は${least === most ? `${least}つ` : `${least}つから${most}つ`}です`,
    en: `${name} takes ${least === most ? `${least}` : `${least} to ${most}`} ${most === 1 ? "value" : "values"}`,
  }),
  lua_argument_choice: ({ choices }: { choices: string }) => ({
    ja: `ここは ${choices} のどれかです`,
    en: `This is one of ${choices}`,
  }),
  lua_argument_range: ({ min, max }: { min: number; max: number }) => ({
    ja: `ここは${n(min, "ja-JP")}から${n(max, "ja-JP")}までの整数です`,
    en: `This is a whole number from ${n(min, "en-GB")} to ${n(max, "en-GB")}`,
  }),
  lua_constant_argument: {
    ja: "ここには、決まった値をそのまま書いてください",
    en: "Write a fixed value here",
  },
  lua_whole_number: {
    ja: "ここは整数です。math.floor で整数にしてください",
    en: "This is a whole number. Make it one with math.floor",
  },
  lua_days: ({ max }: { max: number }) => ({
    ja: `日数は${n(max, "ja-JP")}日までです`,
    en: `${n(max, "en-GB")} days are the most`,
  }),
  lua_contains_list: ({ names }: { names: string }) => ({
    ja: `contains で探せる一覧は ${names} です`,
    en: `contains looks into ${names}`,
  }),
  lua_counted_list: ({ name, names }: { name: string; names: string }) => ({
    ja: `${name} で数えられる一覧は ${names} です`,
    en: `${name} takes one of the lists ${names}`,
  }),
  lua_counted_function: same(
    ({ name }) => `${name} の2つ目は function(x) return … end と書いてください`,
    ({ name }) => `Write the second value of ${name} as function(x) return … end`,
  ),
  lua_counted_within: same(
    ({ name }) => `count と sum の中では ${name} を使えません`,
    ({ name }) => `${name} cannot be used within count and sum`,
  ),
  lua_one_parameter: {
    ja: "この関数が受け取るのは1件だけです。function(x) と書いてください",
    en: "This function takes one item. Write function(x)",
  },
  lua_two_values: same(
    ({ name }) => `${name} は値を2つ返します。先に local に入れて、1つ目だけを使ってください`,
    ({ name }) => `${name} gives two values. Keep the first in a local, and use that`,
  ),
  lua_sum_whole: {
    ja: "sum で合計できるのは整数だけです",
    en: "sum adds whole numbers alone",
  },
  lua_only_equal: {
    ja: "番号は、決まった番号と == か ~= でだけ比べられます",
    en: "An id can only be compared with a fixed one, by == or ~=",
  },
  lua_text_arithmetic: {
    ja: "文字列では計算できません",
    en: "Texts cannot be calculated with",
  },
  lua_overflow: {
    ja: "計算の途中で64ビットを超えることがあります。小さい値で計算してください",
    en: "On the way this can leave 64 bits. Calculate with smaller values",
  },
  lua_float_rest: {
    ja: "小数の余り(%)は使えません。math.floor で整数にしてください",
    en: "The rest (%) of a fraction cannot be used. Make it a whole number with math.floor",
  },
  lua_power: {
    ja: "この累乗(^)は正確に計算できません。掛け算で書いてください",
    en: "This power (^) cannot be worked out exactly. Write it as a multiplication",
  },
  lua_fraction_text: {
    ja: "小数は文字列にできません。math.floor で整数にしてください",
    en: "A fraction cannot become text. Make it a whole number with math.floor",
  },
  lua_cut_text: {
    ja: "文字の途中で切れることがあるので使えません。始まりは string.find(文字列, 探す文字, 1, true) == 1 で調べられます",
    en: "This could cut a character in two. How a text begins is asked with string.find(text, wanted, 1, true) == 1",
  },
  lua_not_judged: same(
    ({ name }) => `${name} は、宿泊ごとのポイントの条件には使えません(チェックアウトの日の値が分かりません)`,
    ({ name }) => `${name} cannot be asked of a stay: nobody can tell what it was on the day of check-out`,
  ),
  lua_no_reservation: same(
    ({ name }) =>
      `${name} は、予約や宿泊をきっかけに動くキャンペーンでだけ使えます。すべてのアクションのきっかけを予約か宿泊にしてください`,
    ({ name }) => `${name} can be asked only where every action is triggered by a reservation or stay`,
  ),
  lua_may_be_nil: same(
    ({ name }) => `${name} が分からないお客様は、ここで対象から外れます`,
    ({ name }) => `Guests of whom ${name} is not known drop out here`,
  ),
  lua_may_divide_by_zero: {
    ja: "割る数が0になるお客様は、ここで対象から外れます",
    en: "Guests for whom this divides by zero drop out here",
  },
  lua_may_fail: {
    ja: "値の種類が合わないお客様は、ここで対象から外れます",
    en: "Guests for whom these values do not fit each other drop out here",
  },
  lua_may_sum_nil: {
    ja: "数を返さない1件があるお客様は、ここで対象から外れます",
    en: "Guests with an item for which this gives no number drop out here",
  },
} as const satisfies Record<string, Entry>;
