import { api } from "../../api/client.ts";

export function profileQuery() {
  return api.auth.profile.queryOptions({ staleTime: 60_000 });
}
