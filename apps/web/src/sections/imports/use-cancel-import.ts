import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { importQuery } from "./imports.api.ts";

/** Cancels an import; what is shown of it follows the answer. */
export function useCancelImport(id: number) {
  const queries = useQueryClient();
  return useMutation(
    api.imports.cancel.mutationOptions({
      onSuccess: (stopped) => queries.setQueryData(importQuery(id).queryKey, stopped),
      onError: (error) => {
        notify("error", error.message);
        void queries.invalidateQueries({ queryKey: importQuery(id).queryKey });
      },
    }),
  );
}
