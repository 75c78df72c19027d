/** Words of a file for values that several lists show; the screens say the same (checks/export-words.test.ts). */
export const ACTIVE_STATUS = {
  active: { ja: "有効", en: "Active" },
  inactive: { ja: "無効", en: "Inactive" },
} as const;

export const CONTRACT_STATE = {
  before: { ja: "契約前", en: "Not started" },
  running: { ja: "契約中", en: "Running" },
  ended: { ja: "契約終了", en: "Ended" },
} as const;
