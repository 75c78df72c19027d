/** Why a file could not be written, in the operator's words, by the system's code. */
export const DISK_CAUSES: Record<string, string> = {
  EACCES: "書き込めません",
  EPERM: "書き込めません",
  EROFS: "読み取り専用です",
  // Node's word for a folder that it cannot make on a disk that may only be read.
  ENOENT: "フォルダーがなく、作ることもできません",
  ENOSPC: "空き容量がありません",
  EDQUOT: "空き容量がありません",
  ENOTDIR: "フォルダーではありません",
  EEXIST: "フォルダーではありません",
};
