import { isRate } from "@okaeri/domain/money";
import { z } from "zod";
import type { Problem } from "./problems/problems.ts";

const decimals = { params: { problem: { code: "too_many_decimals", most: 3 } satisfies Problem } };

/** A rate in percent as it is stored, with up to three decimals: more are refused, never rounded. */
export const percent = z.number().min(0.001).max(100).refine(isRate, decimals);
