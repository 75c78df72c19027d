import { attributedWords } from "@okaeri/contract/campaigns/results/attributed-words";
import { figureWords } from "@okaeri/contract/campaigns/results/figure-words";
import { spentWords } from "@okaeri/contract/campaigns/results/spent-words";

/** Words of the reports. */
export const texts = {
  figure: figureWords("ja"),
  attributed: attributedWords("ja"),
  spent: spentWords("ja"),
  title: "レポート管理",
  period: "{{from}}から{{to}}まで",
  tiles: {
    recipients: "キャンペーンの対象(延べ)",
    reached: "届いた {{n}}",
    stays: "確定した宿泊",
    outstanding: "未使用のポイント",
    granted: "期間の付与 {{n}}",
  },
  campaigns: {
    title: "キャンペーンの結果",
    empty: "この期間に動いたキャンペーンはありません。",
    longer: "過去12か月を見る",
    toCampaigns: "キャンペーンを見る",
    column: {
      name: "キャンペーン",
      status: "状態",
      lastSent: "最終配信",
      granted: "付与ポイント",
      reversed: "取消ポイント",
      deducted: "減算ポイント",
      forDebt: "不足分に充てたポイント",
    },
    status: { active: "実施中", inactive: "配信済み", stopped: "停止中" },
  },
  points: {
    title: "ポイントの動き",
    note: "月ごと",
    flow: "付与・利用・失効",
    balance: "月末の残高",
    month: "月",
    granted: "付与",
    reversed: "取消",
    deducted: "減算",
    debtIncurred: "不足分の発生",
    debtPaid: "不足分の清算",
    used: "利用",
    expired: "失効",
    outstanding: "残高",
    empty: "この期間にポイントの動きはありません。",
  },
  stays: {
    title: "宿泊の実績",
    note: "宿泊が確定した月ごと",
    count: "宿泊件数",
    usePrice: "利用金額",
    empty: "この期間に確定した宿泊はありません。",
  },
};
