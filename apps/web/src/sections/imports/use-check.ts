import { useEffect, useRef, useState } from "react";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import type { Check, ImportCheckParams } from "./imports.api.ts";

const ASK_AGAIN_MS = 1_000;

/** Dry run of an import with these choices; polls while a worker reads a large file. */
export function useCheck() {
  const [found, setFound] = useState<{ question: string; check: Check }>();
  const [running, setRunning] = useState<{ rows: number }>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** The answer, or why there is none; null: the person has left. */
  const run = async (settings: ImportCheckParams): Promise<Check | AppError | null> => {
    setRunning({ rows: 0 });
    try {
      for (;;) {
        const check = await client.imports.check(settings);
        if (left.current) return null;
        if (check.state === "done" || check.state === "failed") {
          setFound({ question: JSON.stringify(settings), check });
          return check;
        }
        setRunning({ rows: check.rows_checked });
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    } catch (error) {
      return toAppError(error);
    } finally {
      setRunning(undefined);
    }
  };

  return {
    run,
    running,
    /** The last answer, also when something was chosen since. */
    last: found?.check,
    /** The answer to these very choices. */
    answerTo: (settings: ImportCheckParams) => (found?.question === JSON.stringify(settings) ? found.check : undefined),
  };
}
