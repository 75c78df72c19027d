import type { contract } from "@okaeri/contract/contract";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { api } from "../../../api/client.ts";
import { isBusy, pollEvery } from "../../../ui/WorkNotice.tsx";

type AllCalls = JsonifiedClient<ContractRouterClient<typeof contract>>;
type Calls = AllCalls["accountSettings"];
type Delivery = AllCalls["mailDelivery"];

export type SenderAnswer = Awaited<ReturnType<Calls["sender"]>>;
export type DeliveryAnswer = Awaited<ReturnType<Delivery["get"]>>;
export type DkimAnswer = Awaited<ReturnType<Delivery["dkim"]>>;
export type DnsAnswer = Awaited<ReturnType<Delivery["checkDkim"]>>;
export type UnrecognisedAnswer = Awaited<ReturnType<AllCalls["unrecognisedReports"]["ofAccount"]>>;
export type DnsFinding = DnsAnswer["dkim"];
export type MembersAnswer = Awaited<ReturnType<Calls["members"]>>;
export type LineAnswer = Awaited<ReturnType<Calls["line"]>>;
export type CardAnswer = Awaited<ReturnType<Calls["registrationCard"]>>;
export type KeyItem = Awaited<ReturnType<Calls["keys"]>>["items"][number];
export type KeyCall = Awaited<ReturnType<Calls["keyCalls"]>>["items"][number];
export type KeyInput = Omit<Parameters<Calls["createKey"]>[0], "id">;
export type Owner = SenderAnswer["owner"];
export type KeyFeedChannel = NonNullable<KeyItem["feed_channel"]>;
export type BookingChannel = Awaited<ReturnType<Calls["bookingChannels"]>>["items"][number];
export type CustomerType = Awaited<ReturnType<Calls["customerTypes"]>>["items"][number];

export const senderQuery = (id: number) => api.accountSettings.sender.queryOptions({ input: { id } });
export const deliveryQuery = (id: number) => api.mailDelivery.get.queryOptions({ input: { id } });
export const dkimQuery = (id: number) => api.mailDelivery.dkim.queryOptions({ input: { id } });
export const accountUnrecognisedQuery = (id: number) =>
  api.unrecognisedReports.ofAccount.queryOptions({ input: { id } });
/** Each reading is recorded, so nothing but the dialog's opening reads it. */
export const wholeReportQuery = (id: number, report_id: number) =>
  api.unrecognisedReports.get.queryOptions({
    input: { id, report_id },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    throwOnError: false,
  });
/** Asked again while guests are being numbered. */
export const membersQuery = (id: number) =>
  api.accountSettings.members.queryOptions({
    input: { id },
    refetchInterval: ({ state: { data } }) => pollEvery(data !== undefined && isBusy(data.numbering.work)),
  });
export const lineQuery = (id: number) => api.accountSettings.line.queryOptions({ input: { id } });
export const cardQuery = (id: number) => api.accountSettings.registrationCard.queryOptions({ input: { id } });
export const keysQuery = (id: number) => api.accountSettings.keys.queryOptions({ input: { id } });
export const keyCallsQuery = (id: number, { kind, id: key_id }: Pick<KeyItem, "kind" | "id">) =>
  api.accountSettings.keyCalls.queryOptions({ input: { id, kind, key_id }, refetchInterval: 10_000 });
