/** Regions whose names are written alike. */
export type NameArea = "english" | "iberian" | "french" | "german" | "italian" | "chinese";

interface AreaNames {
  families: readonly string[];
  female: readonly string[];
  male: readonly string[];
}

function list(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

// "Latin Katakana" pairs.
export const FOREIGN_NAMES: Record<NameArea, AreaNames> = {
  english: {
    families:
      list(`Smith スミス, Jones ジョーンズ, Taylor テイラー, Brown ブラウン, Wilson ウィルソン, Davies デイヴィス,
      Evans エヴァンズ, Thomas トーマス, Walker ウォーカー, White ホワイト, Robinson ロビンソン, Thompson トンプソン,
      Wright ライト, Hughes ヒューズ, Edwards エドワーズ, Green グリーン, Hall ホール, Wood ウッド, Clarke クラーク,
      Murphy マーフィー, Kelly ケリー, Ryan ライアン, Walsh ウォルシュ, Campbell キャンベル, Stewart スチュワート,
      Anderson アンダーソン, Scott スコット, Morgan モーガン, Cooper クーパー, Baker ベイカー, Harris ハリス, King キング`),
    female:
      list(`Emma エマ, Olivia オリヴィア, Sophie ソフィー, Emily エミリー, Grace グレース, Alice アリス, Lucy ルーシー,
      Charlotte シャーロット, Hannah ハンナ, Megan ミーガン, Laura ローラ, Sarah サラ, Helen ヘレン, Jane ジェーン,
      Claire クレア, Rachel レイチェル, Susan スーザン, Karen カレン, Amy エイミー, Julia ジュリア`),
    male: list(`James ジェームズ, Oliver オリヴァー, Jack ジャック, Harry ハリー, George ジョージ, William ウィリアム,
      Thomas トーマス, Daniel ダニエル, Michael マイケル, David デイヴィッド, Robert ロバート, Peter ピーター, Andrew アンドルー,
      Mark マーク, Paul ポール, Simon サイモン, Patrick パトリック, Sean ショーン, Kevin ケヴィン, Adam アダム`),
  },
  iberian: {
    families:
      list(`Garcia ガルシア, Martinez マルティネス, Lopez ロペス, Sanchez サンチェス, Perez ペレス, Gomez ゴメス,
      Fernandez フェルナンデス, Ruiz ルイス, Diaz ディアス, Torres トーレス, Romero ロメロ, Silva シルヴァ, Santos サントス,
      Oliveira オリヴェイラ, Costa コスタ, Pereira ペレイラ, Almeida アルメイダ, Ramos ラモス, Vega ベガ, Molina モリーナ`),
    female: list(`Maria マリア, Carmen カルメン, Ana アナ, Lucia ルシア, Elena エレーナ, Isabel イサベル, Marta マルタ,
      Paula パウラ, Sofia ソフィア, Laura ラウラ, Rosa ローサ, Beatriz ベアトリス`),
    male: list(`Jose ホセ, Antonio アントニオ, Carlos カルロス, Luis ルイス, Miguel ミゲル, Pablo パブロ, Javier ハビエル,
      Diego ディエゴ, Rafael ラファエル, Pedro ペドロ, Andres アンドレス, Jorge ホルヘ`),
  },
  french: {
    families:
      list(`Martin マルタン, Bernard ベルナール, Dubois デュボワ, Durand デュラン, Moreau モロー, Laurent ローラン,
      Simon シモン, Michel ミシェル, Leroy ルロワ, Roux ルー, Fournier フルニエ, Girard ジラール, Lambert ランベール,
      Fontaine フォンテーヌ, Rousseau ルソー, Blanc ブラン, Peeters ペーテルス, Janssens ヤンセンス`),
    female:
      list(`Camille カミーユ, Chloe クロエ, Julie ジュリー, Marie マリー, Sophie ソフィー, Claire クレール, Elise エリーズ,
      Nathalie ナタリー, Isabelle イザベル, Pauline ポーリーヌ`),
    male: list(`Pierre ピエール, Louis ルイ, Nicolas ニコラ, Julien ジュリアン, Antoine アントワーヌ, Philippe フィリップ,
      Hugo ユーゴ, Mathieu マチュー, Alain アラン, Olivier オリヴィエ`),
  },
  german: {
    families:
      list(`Mueller ミュラー, Schmidt シュミット, Schneider シュナイダー, Fischer フィッシャー, Weber ヴェーバー,
      Meyer マイヤー, Wagner ワーグナー, Becker ベッカー, Hoffmann ホフマン, Koch コッホ, Richter リヒター, Klein クライン,
      Wolf ヴォルフ, Neumann ノイマン, Zimmermann ツィンマーマン, Hansen ハンセン, Bakker バッカー, Visser フィッセル`),
    female:
      list(`Anna アンナ, Lena レーナ, Julia ユリア, Katharina カタリーナ, Sabine ザビーネ, Petra ペトラ, Monika モニカ,
      Heike ハイケ, Eva エーファ, Ingrid イングリット`),
    male: list(`Lukas ルーカス, Jonas ヨーナス, Felix フェーリクス, Stefan シュテファン, Andreas アンドレアス, Thomas トーマス,
      Klaus クラウス, Juergen ユルゲン, Martin マルティン, Wolfgang ヴォルフガング`),
  },
  italian: {
    families:
      list(`Rossi ロッシ, Russo ルッソ, Ferrari フェラーリ, Esposito エスポージト, Bianchi ビアンキ, Romano ロマーノ,
      Colombo コロンボ, Ricci リッチ, Marino マリーノ, Greco グレコ, Conti コンティ, Gallo ガッロ`),
    female:
      list(`Giulia ジュリア, Francesca フランチェスカ, Chiara キアーラ, Sara サーラ, Martina マルティーナ, Elena エレーナ,
      Paola パオラ, Silvia シルヴィア`),
    male: list(`Marco マルコ, Andrea アンドレア, Luca ルカ, Matteo マッテオ, Alessandro アレッサンドロ, Giuseppe ジュゼッペ,
      Paolo パオロ, Stefano ステファノ`),
  },
  chinese: {
    families:
      list(`Wang ワン, Li リー, Zhang チャン, Liu リウ, Chen チェン, Yang ヤン, Huang ホワン, Zhao チャオ, Wu ウー,
      Zhou チョウ, Xu シュー, Sun スン, Lin リン, Guo クオ`),
    female: list(
      `Fang ファン, Na ナー, Min ミン, Jing ジン, Li リー, Yan イエン, Xia シア, Mei メイ, Hui ホイ, Ting ティン`,
    ),
    male: list(
      `Wei ウェイ, Qiang チアン, Lei レイ, Jun ジュン, Yong ヨン, Jie ジエ, Tao タオ, Ming ミン, Chao チャオ, Gang ガン`,
    ),
  },
};

const AREA_OF_COUNTRY: Record<string, NameArea> = Object.fromEntries(
  (
    [
      ["iberian", "ESP PRT BRA ARG AND CHL COL MEX PRI URY CUB VEN DOM CRI ECU PER AGO MOZ CPV PHL"],
      ["french", "FRA BEL LUX MAR DZA TUN CAF CIV SEN TGO MDG DJI"],
      ["german", "DEU AUT CHE NLD SWE NOR DNK FIN ISL"],
      ["italian", "ITA SMR MLT"],
      ["chinese", "CHN CN TWN HKG SGP MAC"],
    ] as const
  ).flatMap(([area, countries]) => countries.split(" ").map((country) => [country, area])),
);

/** Where the names of a country's guests are taken from; English ones for all that has no table of its own. */
export function nameAreaOf(country: string): NameArea {
  return AREA_OF_COUNTRY[country] ?? "english";
}
