import { useRef, useState } from "react";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { askAgain } from "../../api/records.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";

/** What a campaign begins with: a document, or a preset as it is offered. */
type Beginning = Parameters<typeof client.campaigns.create>[0];

/** Saves a document or a preset as a draft and goes on with it. A second press while the first is under way does nothing. */
export function useMaking({ replace = true }: { replace?: boolean } = {}) {
  const go = useGo();
  const underWay = useRef(false);
  const [making, setMaking] = useState<string>();
  const make = async (card: string, edit: Beginning) => {
    if (underWay.current) return;
    underWay.current = true;
    setMaking(card);
    try {
      const { id } = await client.campaigns.create(edit);
      void askAgain(api.campaigns.list.key());
      await go(`/campaigns/${id}/edit`, {}, { replace });
    } catch (error) {
      const { fields, message, endsSession } = toAppError(error);
      if (!endsSession) notify("error", Object.values(fields)[0] ?? message);
    } finally {
      underWay.current = false;
      setMaking(undefined);
    }
  };
  return { making, make };
}
