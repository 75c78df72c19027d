import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import type { ImportBatch } from "./imports.api.ts";
import { FileUnreadableError, sendFile } from "./send-file.ts";

export type UploadState =
  | { kind: "idle" }
  | { kind: "sending"; received: number; total: number; since: number; from: number }
  | { kind: "stopped"; reason: string };

type Start = {
  file: File;
  facilityId: number;
  kind: ImportBatch["kind"];
  /** An import whose sending stopped on the way. */
  known: { id: number; received: number; pieceBytes: number } | undefined;
};

/** Sends a file as an import: declares it, then its pieces. `onDeclared` learns the id before the first piece goes out. */
export function useUpload(onDeclared: (id: number) => void) {
  const { t } = useTranslation("imports");
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>({ kind: "idle" });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async ({ file, facilityId, kind, known }: Start) => {
    const controller = new AbortController();
    abort.current = controller;
    const from = known?.received ?? 0;
    setState({ kind: "sending", received: from, total: file.size, since: Date.now(), from });
    let id = known?.id;
    let pieceBytes = known?.pieceBytes;
    try {
      if (id === undefined || pieceBytes === undefined) {
        const declared = await client.imports.create({
          file_name: file.name,
          byte_size: file.size,
          facility_account_id: facilityId,
          kind,
        });
        id = declared.id;
        pieceBytes = declared.chunk_bytes;
        onDeclared(id);
      }
      await sendFile({
        importId: id,
        file,
        pieceBytes,
        received: from,
        signal: controller.signal,
        onProgress: (received) => setState((now) => (now.kind === "sending" ? { ...now, received } : now)),
      });
      await refresh(id);
      setState({ kind: "idle" });
    } catch (error) {
      if (id !== undefined) await refresh(id).catch(() => undefined);
      if (error instanceof FileUnreadableError) setState({ kind: "stopped", reason: t("new.changed") });
      else if (controller.signal.aborted) setState({ kind: "idle" });
      else setState({ kind: "stopped", reason: reasonOf(error) });
    }
  };

  // A race: a small file is sent before the first query about it is answered. That answer is the one from before the file, and an
  // invalidation alone would wait for it instead of asking again.
  const refresh = async (id: number) => {
    const queryKey = api.imports.get.key({ input: { id } });
    await queries.cancelQueries({ queryKey });
    await queries.invalidateQueries({ queryKey });
  };

  const reasonOf = (error: unknown) => {
    const appError = toAppError(error);
    return appError.status >= 400 && appError.status < 500 ? appError.message : t("new.sendFailed");
  };

  return { state, start, stop: () => abort.current?.abort() };
}
