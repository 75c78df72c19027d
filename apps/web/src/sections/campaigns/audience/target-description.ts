import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";

/** A target as it is answered, or asked: null beside the script that says it. */
export type TargetDescription = { target: SegmentTarget | null; lua_script?: string | undefined };

/** Whom it means, as conditions where some say it. */
export function targetDescription({ target, lua_script }: TargetDescription): SegmentTarget {
  return target ?? { lua: lua_script ?? "" };
}

export const isScriptAlone = (saved: TargetDescription): boolean => "lua" in targetDescription(saved);
