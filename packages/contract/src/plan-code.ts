import { normaliseText } from "@okaeri/domain/normalise";
import { z } from "zod";
import { filledLine, line } from "./text.ts";

// A plan's code in the form in which imports keep it, as long as they take it: a rule that names a plan finds its stays.
const MAX = 64;

export const planCode = filledLine(MAX)
  .transform(normaliseText)
  .pipe(z.string().min(1))
  .meta({ minLength: 1, maxLength: MAX });

/** The same, or nothing. */
export const planCodeOrNone = line(MAX).transform(normaliseText).meta({ maxLength: MAX });
