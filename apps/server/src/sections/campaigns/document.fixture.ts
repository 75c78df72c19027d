import type { CampaignDocument, CampaignEdit } from "@okaeri/contract/campaigns/document";
import { expect } from "vitest";
import type { Caller } from "../../test/app.ts";
import { CAMPAIGN_COLUMNS } from "./columns.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A saved campaign as an edit sends it back. */
export type Saved = CampaignDocument & { version: number };

/** Calls of one person about campaigns, with the names of the fields that were refused. */
export function asked(by: Caller) {
  const ask = async (method: Method, path: string, payload?: object) => {
    const answer = await by({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
    const body = answer.json();
    return { status: answer.statusCode, body, fields: Object.keys(body.fields ?? {}) };
  };
  const request = async (method: Method, path: string, payload?: object) => {
    const { status, body } = await ask(method, path, payload);
    expect([method, path, status, status === 200 ? undefined : body]).toEqual([method, path, 200, undefined]);
    return body;
  };
  return {
    ask,
    /** Calls that must succeed. */
    request,
    made: async (document: CampaignEdit): Promise<number> => (await request("POST", "/campaigns", document)).id,
    async saved(id: number): Promise<Saved> {
      const detail = await request("GET", `/campaigns/${id}`);
      const says = Object.fromEntries([...CAMPAIGN_COLUMNS, "version"].map((field) => [field, detail[field]]));
      const segments = detail.segments.map((one: Record<string, unknown>) => {
        const { target_count: _count, lua_script: _script, ...segment } = one;
        return segment;
      });
      return { ...says, segments } as Saved;
    },
    put: (id: number, document: object) => ask("PUT", `/campaigns/${id}`, document),
    /** A save that must succeed. */
    save: (id: number, document: object) => request("PUT", `/campaigns/${id}`, document),
  };
}

/** The document with its first segment changed. */
export function withFirst(
  document: Saved,
  change: (segment: Saved["segments"][number]) => Partial<Saved["segments"][number]>,
): Saved {
  const [first, ...others] = document.segments;
  if (first === undefined) throw new Error("there is no segment");
  return { ...document, segments: [{ ...first, ...change(first) }, ...others] };
}
