const nested = (open: string, inner: string, close: string, times: number) =>
  open.repeat(times) + inner + close.repeat(times);

/** What random scripts seldom come to: edges of numbers and texts, names that shadow, and functions of functions of functions. */
export const HANDWRITTEN: readonly string[] = [
  // The first of two of the same name stays.
  "local a a, a = 1, 2 return a == 1",
  "local a, b = 1, 2 a, b, a = 5, 6, 7 return a == 5 and b == 6",
  "local a = stay_count local a = a + 1 if mail_reachable then local a = 99 end return a > 4",
  "local a if stay_days then a = stay_days * 2 end return a and a > 4",
  "local m = stay_days return count(stays, function(x) return x.stay_days > m end) > 0",
  "local m = stay_days return count(stays, function(x) local m = m or 2 return x.stay_days > m end) > 0",
  "if mail_reachable then return stay_days > 1 elseif gender then return last_stay_days > 1 end return language",
  "sum(stays, function(x) return nil end) == 0",
  "sum(stays, function(x) return x.use_price // stay_count end) > 1",
  "1 < 2 == true and not (1 == 2) and 2^3^2 == 512 and -2^2 == -4",
  "(stay_days and stay_days > 1) == (point_balance > 1)",
  "stay_days > 2 or last_stay_days > 1 or true",
  "9223372036854775807 < 2^63 and 2^53 ~= 9007199254740993",
  "rank_detail_id == 2^53 or (rank_detail_id or 9) == 9.0",
  "1/(stay_count * -1.0) < 0",
  "point_balance / stay_count == 1/0 or point_balance / stay_count ~= point_balance / stay_count",
  "math.max(stay_count, 0/0) == stay_count",
  "math.floor(stay_count / 0) > 1",
  "math.min(stay_days) == math.max(nil) or math.max(gender) == 'female' or math.min(mail_reachable)",
  "string.sub(language, -2^63, -1.0) == language",
  "point_balance // -stay_count == -1 or point_balance % -stay_count == -1",
  "string.sub(language, point_balance, use_price_total) == ''",
  "string.sub(language, 9223372036854775807, -9223372036854775807) == ''",
  "string.find(language, '', 3) == 3 and string.find(language, '', 4) == nil",
  "string.find(language, '.', -1, true) == nil",
  "'a\\z   b' == 'ab' and [[\r\na\rb]] == 'a\\nb'",
  // What a statement would write out ever so often.
  `math.max(${Array.from({ length: 20 }, (_, at) => `point_balance % ${at + 2}`).join(", ")}) > 12`,
  `${nested("string.sub(", "language", ", stay_count - 3)", 12)} == 'n'`,
  `${nested("(point_balance // (stay_count + ", "3", "))", 6)} > 2`,
  `${nested("math.floor(", "point_balance", " / 3 + 0.5)", 6)} == 1`,
  `${nested("(stay_count / ", "point_balance", ")", 12)} > 1`,
  `local a = stay_count / point_balance ${"if a > 1 then a = 0.5 * stay_days / stay_count else a = stay_count / 2 end ".repeat(4)}return a > 1`,
];
