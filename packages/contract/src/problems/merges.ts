import type { Entry } from "./entry.ts";

/** Why two customers cannot be made one, or a merge cannot be taken back. */
export const MERGES = {
  later_merge: {
    ja: "このあとに別の統合が行われています。先に新しいほうの統合を取り消してください",
    en: "Another merge came after this one. Undo the newer one first",
  },
  points_shared: {
    ja: "統合したあとに、もう一方のポイントで支払われた利用や不足分があるため、取り消せません。先にその利用を取り消してください",
    en: "Points of one customer paid for the other since the merge, so it cannot be undone. Cancel that use first",
  },
  guest_erased: {
    ja: "統合したあとに顧客の情報が消去されたため、取り消せません",
    en: "The guest's data was erased since the merge, so it cannot be undone",
  },
  member_number_taken: {
    ja: "会員番号が別の顧客に使われているため、取り消せません",
    en: "The member number belongs to another customer now, so this cannot be undone",
  },
  same_customer: { ja: "同じ顧客どうしは統合できません", en: "A customer cannot be merged with itself" },
} as const satisfies Record<string, Entry>;
