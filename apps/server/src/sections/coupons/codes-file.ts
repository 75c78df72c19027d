import { needsAction, needsExport } from "@okaeri/contract/call";
import { ID_TEXT } from "@okaeri/contract/paging";
import { csvLine } from "@okaeri/domain/csv";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { CsvFile, FileRequest, OpenFile } from "../../files/csv-file.ts";
import { CallError } from "../../http/errors.ts";
import { couponInCampaign } from "./pools.read.ts";

const PAGE = 5_000;
const HEADER = { ja: "コード", en: "Code" };
const FILE_NAME = { ja: "未使用のコード", en: "unused_codes" };

/** The codes that nobody has yet, read as they are sent. */
export const codesFile: CsvFile = {
  path: "/api/campaigns/:id/coupons/:coupon_id/codes.csv",
  needs: needsExport(needsAction("campaigns/read")),
  input: z.object({}),
  open: openCodes,
};

async function openCodes({ app, scope, language, ip, params }: FileRequest): Promise<OpenFile> {
  if (!scope || !ID_TEXT.test(params.id ?? "") || !ID_TEXT.test(params.coupon_id ?? ""))
    throw new CallError("NOT_FOUND");
  const { accountId, userId: actorUserId } = scope;
  const couponId = Number(params.coupon_id);
  const known = await app.database.inScope(scope, (tx) => couponInCampaign(tx, accountId, Number(params.id), couponId));
  if (!known) throw new CallError("NOT_FOUND");
  async function* lines(within: typeof scope & object): AsyncGenerator<string> {
    yield csvLine([HEADER[language]]);
    for (let after = 0; ; ) {
      const codes = await app.database.inScope(
        within,
        (tx) => tx.all<{ id: number; code: string }>`select coupon_code.id, coupon_code.code
          from coupon_codes coupon_code
          where coupon_code.account_id = ${accountId} and coupon_code.coupon_id = ${couponId}
            and coupon_code.acquire_coupon_id is null and coupon_code.id > ${after}
          order by coupon_code.id limit ${PAGE}`,
      );
      yield codes.map(({ code }) => csvLine([code])).join("");
      const last = codes.at(-1);
      if (last === undefined || codes.length < PAGE) return;
      after = last.id;
    }
  }
  return {
    fileName: `${FILE_NAME[language]}_${couponId}`,
    plainName: "codes",
    lines: lines(scope),
    record: () =>
      app.database.inScope(scope, (tx) =>
        recordAudit(tx, { actorUserId, ip, accountId, action: "export", entity: "coupon_codes", entityId: couponId }),
      ),
  };
}
