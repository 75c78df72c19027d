import { expect } from "vitest";
import { EVERYBODY, mailAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { fed, booking as feedBooking, feedKey } from "../feeds/feeds.fixture.ts";
import { checkImport } from "../imports/check-import.ts";
import { csvOf, runImport, upload } from "../imports/imports.fixture.ts";
import { booking, openEngines, pointUse } from "../partner/partner.fixture.ts";
import { within } from "./customers.fixture.ts";

export const FULL = "鰐淵 戌亥彦";
export const KANA = "ワニブチ イヌイヒコ";
export const MAIL = "inuihiko.4711@canary.example.jp";
export const OLD_MAIL = "waniwani.4712@canary.example.jp";
export const person = {
  guest_name: FULL,
  guest_name_kana: KANA,
  email: MAIL,
  tel: "090-4711-0815",
  member_number: "CANARY-4711",
  postcode: "999-4711",
  address: "忘却県小鳥町四七一一",
  gender: "女",
  birthday: "1971-04-17",
};
/** Said by nobody but the guest, and of nobody else. */
export const CONTACTS = [MAIL, OLD_MAIL, "CANARY-4711", "カナリアの合図", "TSUKAIMICHI-4711"];
export const NAMES = [
  "鰐淵",
  "戌亥彦",
  "ワニブチ",
  "わにぶち",
  "イヌイヒコ",
  "ﾜﾆﾌﾞﾁ",
  "090 4711 0815",
  "9047110815",
  "忘却県小鳥町",
  "9994711",
];
/** Names of files after the guest, as people write them. */
export const FILE_NAMES = [
  `${MAIL}.csv`,
  "鰐淵_戌亥彦様.csv",
  "戌亥彦・鰐淵.csv",
  "ﾜﾆﾌﾞﾁ-ｲﾇｲﾋｺ.csv",
  "090.4711.0815.csv",
  `${person.address}.csv`,
];
/** What staff and engines type about the guest, with a word that only they use. */
export const REMARKS = `${FULL}様 カナリアの合図`;
type Row = Record<string, string | number>;

/** An inn with engines and feeds, and the calls that put a guest's words wherever calls can put them. */
export async function openCanary() {
  const e = await openEngines();
  const key = await feedKey(e.p.t.app, { accountId: e.account, facilityId: e.annex });
  const call = (...asked: Parameters<typeof e.p.call>) => e.p.call(...asked);
  const inInn = <T>(work: Parameters<typeof within<T>>[2]) => within(e.p.t.app, [e.account, e.annex], work);
  const feed = (...rows: object[]) => fed(e.p.t, e.account, key, "/feeds/plain/reservations", rows);
  const guestOf = async (code: string): Promise<number> =>
    (
      await inInn(
        (tx) => tx.one<{
          id: number;
        }>`select coalesce(customer.merged_into, customer.id) as id from stay_reservations reservation
          join customers customer on customer.account_id = reservation.account_id and customer.id = reservation.customer_id
            where reservation.original_reservation_code = ${code}`,
      )
    ).id;
  async function imported(rows: Row[], fileName: string, odd: { mapping?: object; values?: object } = {}) {
    const id = await upload(e.p.staff, e.annex, csvOf(rows), fileName);
    const { mapping } = await call("GET", `/imports/${id}/preview`);
    const settings = { ...odd, mapping: { ...mapping, ...odd.mapping } };
    await call("POST", `/imports/${id}/check`, settings);
    await checkImport(e.p.t.app, { account_id: e.account, import_batch_id: id });
    await call("POST", `/imports/${id}/start`, settings);
    await runImport(e.p.t.app, e.account, id);
    return id;
  }

  async function plant() {
    const stayed = { state: "stayed", use_price: 12_000 };
    await feed(
      // A column was taken for another one.
      feedBooking("K-1", {
        ...person,
        ...stayed,
        email: OLD_MAIL,
        customer_type: FULL,
        companions: [{ guest_name: FULL, email: MAIL }],
      }),
      feedBooking("K-10", {
        ...person,
        email: OLD_MAIL,
        check_in_date: "2026-12-24",
        check_out_date: "2026-12-25",
        reserved_price: 30_000,
      }),
      feedBooking("K-2", {
        ...stayed,
        guest_name: "別の 綴り",
        guest_name_kana: "ベツノ ツヅリ",
        email: "tsuzuri@example.jp",
      }),
      feedBooking("K-3", {
        guest_name: "海野 渚",
        email: "nagisa@example.jp",
        companions: [{ guest_name: FULL, email: MAIL, tel: person.tel }],
      }),
      feedBooking("K-4", { guest_name: FULL, member_number: person.member_number, email: "tsuzuri@example.jp" }),
      feedBooking("K-5", { ...person, check_in_date: "いつか" }),
      feedBooking("K-6", {
        guest_name: "海野 渚",
        email: "nagisa@example.jp",
        address: `${MAIL} 方`,
        check_in_date: "いつか",
      }),
    );
    const line = {
      予約番号: "K-7",
      チェックイン: "2026-11-01",
      チェックアウト: "2026-11-03",
      氏名: FULL,
      氏名カナ: KANA,
      会員番号: person.member_number,
    };
    for (const email of [OLD_MAIL, MAIL])
      await imported([{ ...line, メール: email, 電話: person.tel, 予約金額: email.length }], `${FULL}様ご予約.csv`);
    // A file without headings, whose column of names was taken for states.
    const words = { mapping: { state: FULL }, values: { state: { [FULL]: "valid" } } };
    await imported([{ ...line, 予約番号: "K-8", [FULL]: FULL }], "odd.csv", words);
    const otherLine = { ...line, 予約番号: "K-11", 氏名: "海野 渚", 氏名カナ: "", 会員番号: "" };
    const both = await imported([{ ...line, 予約番号: "K-8" }, otherLine], "both.csv");
    await imported([{ ...line, 予約番号: "K-9", チェックイン: "来週" }], "refused.csv");
    for (const name of FILE_NAMES)
      await call("POST", `/imports/${await upload(e.p.staff, e.annex, csvOf([line]), name)}/cancel`);
    const id = await guestOf("K-1");
    const other = await guestOf("K-2");
    const merged = { survivor_id: id, source_id: other, fields: {} };
    const preview = await call("POST", "/merges/preview", merged);
    await call("POST", "/merges/merge", {
      ...merged,
      survivor_version: preview.survivor.version,
      source_version: preview.source.version,
    });

    const campaign = await call(
      "POST",
      "/campaigns",
      promotion({
        name: REMARKS,
        segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction()] }],
      }),
    );
    const [mail] = (await call("GET", `/campaigns/${campaign.id}`)).segments[0].actions;
    await call("POST", `/campaigns/${campaign.id}/test-send`, { action_id: mail.id, customer_id: id, to: null });
    const coupon = await e.sent({ name: `${FULL} 様ご優待`, use_times_limit: 5, use_quantity_limit: 5 });
    await call("POST", `/customers/${id}/notes`, { body: REMARKS });
    const consent = { channel: "mail", purpose: "marketing", text_version: "2026年版", happened_on: "2026-11-20" };
    for (const state of ["given", "withdrawn"])
      await call("POST", `/customers/${id}/consents`, { ...consent, state, remarks: REMARKS });
    const rank = await inInn(async (tx) => {
      const made = await tx.one<{ id: number }>`insert into ranks (account_id, definition, active_month, base_month)
        values (${e.account}, 'stay', 12, 12) returning id`;
      return tx.one<{ id: number }>`insert into rank_details (account_id, rank_id, name, total_stay, priority)
        values (${e.account}, ${made.id}, 'ゴールド', 5, 1) returning id`;
    });
    for (const _turn of [1, 2]) {
      const { version } = await call("GET", `/customers/${id}/rank`);
      await call("POST", `/customers/${id}/rank`, {
        version,
        rank_detail_id: rank.id,
        expiration_date: "2027-10-03",
        remarks: REMARKS,
      });
    }
    const never = { remarks: REMARKS, expiration_type: "none" };
    await call("POST", `/customers/${id}/grant-points`, { grant_point: 900, ...never });
    await call("POST", `/customers/${id}/grant-points`, { grant_point: -100, ...never });
    await inInn(
      (
        tx,
      ) => tx.run`insert into point_grant_requests (account_id, facility_account_id, customer_id, grant_point, expiration_type,
          remarks, last_day, requested_by, requested_at, state, decided_at, decision_remarks)
        select ${e.account}, ${e.account}, ${id}, 900, 'none', ${REMARKS}, '2026-11-27', min(id), now(), 'lapsed', now(), ${REMARKS}
        from users`,
    );
    const used = [];
    for (const use_point of [200, 50])
      used.push(await call("POST", `/customers/${id}/use-points`, { use_point, remarks: REMARKS }));
    await call("POST", `/customers/${id}/use-points/${used[1].use_point_case_id}/cancellation`, { remarks: REMARKS });
    const engine = async (path: string, payload: object, headers = {}) => {
      const { status, body } = await e.ask(path, payload, headers);
      expect([path, status, body]).toEqual([path, 200, body]);
      return body;
    };
    const engineRequest = pointUse(person.member_number, 60, { reservation_code: "TSUKAIMICHI-4711" });
    const redeemed = { payload: engineRequest, headers: { "idempotency-key": `${MAIL}/1` } };
    await engine("points/redeem", redeemed.payload, redeemed.headers);
    const second = await engine(
      "points/redeem",
      pointUse(person.member_number, 10, { reservation_code: "TSUKAIMICHI-4711" }),
    );
    await engine("points/cancel", { use_point_case_id: second.use_point_case_id, reason: REMARKS });
    const held = (await call("GET", `/customers/${id}/acquire-coupons`)).items[0].id;
    const couponUse = {
      member_number: person.member_number,
      acquire_coupon_id: held,
      reservation: booking({ reservation_code: "TSUKAIMICHI-4711" }),
    };
    const couponUsed = await engine("coupons/redeem", couponUse);
    await engine("coupons/cancel", { use_coupon_case_id: couponUsed.use_coupon_case_id, reason: REMARKS });
    await call("POST", `/customers/${id}/acquire-coupons/${held}/cancellation`, { remarks: REMARKS });
    await call("POST", `/customers/${id}/acquire-coupons`, { coupon_id: coupon, remarks: REMARKS });
    const own = await inInn(
      (tx) => tx.one<{ id: number }>`select id from stay_reservations where original_reservation_code = 'K-10'`,
    );
    const byStaff = { coupon_id: coupon, stay_reservation_id: own.id, quantity: 1, remarks: REMARKS };
    await call("POST", `/customers/${id}/use-coupons`, byStaff);
    const view = { is_shared: true, is_default: false, search: { q: "わにぶち　いぬいひこ", stay_count_min: 1 } };
    await call("POST", "/views/customers", { name: `${MAIL} の方`, ...view });
    await call("POST", "/views/campaigns", { ...view, name: "お礼", search: { q: FULL } });
    const { items: views } = await call("POST", "/views/customers", {
      ...view,
      name: `${FULL}様`,
      search: { q: MAIL },
    });
    const { id: viewId } = views.find(({ name }: { name: string }) => name === `${FULL}様`);
    await call("DELETE", `/views/customers/${viewId}`);
    await call("POST", "/saved-conditions", { name: `${MAIL} のような方`, target: EVERYBODY });
    const target = { combinator: "and", rules: [{ field: "nationality", operator: "in", value: [FULL, MAIL] }] };
    await call("POST", "/saved-conditions", { name: "間違えた条件", target });
    const template = {
      name: `${FULL} 様のためのひな形`,
      title: "ご案内",
      body: "本文",
      signature: "",
      from_address: "",
    };
    const { id: templateId } = await call("POST", "/mail-templates", template);
    await call("PUT", `/mail-templates/${templateId}`, { ...template, label: "ご案内", version: 1 });
    await plantOtherRows(id);
    return { id, both, campaign: campaign.id, redeemed };
  }

  /** What no call of today writes there, or only in a case that takes long to bring about: as earlier versions left it, and as a send does. */
  async function plantOtherRows(id: number): Promise<void> {
    await inInn(
      (tx) => tx.run`update push_action_targets set detail = ${`550 <${MAIL}> unknown`} where customer_id = ${id}`,
    );
    await e.p.t.past.asSystem(async (tx) => {
      await tx.run`update customers set line_user_id = ${MAIL}, notes = ${REMARKS}, nationality = ${FULL}, name_typed = ${FULL},
        name_kana_typed = ${KANA},
        email_typed = ${MAIL}, postcode_typed = ${person.postcode}, address_typed = ${person.address} where id = ${id}`;
      await tx.run`insert into customer_keys (account_id, customer_id, kind, value, kana_key) values (${e.account}, ${id}, 'tel',
        '09047110816', ${KANA})`;
      await tx.run`insert into mail_suppressions (account_id, customer_id, address, kind, source, detail, remarks, happened_at)
        values (${e.account}, ${id}, ${MAIL}, 'soft', 'report', ${`452 <${MAIL}> full`}, '', now()),
          (${e.account}, ${id}, ${MAIL}, 'lift', 'staff', '', ${REMARKS}, now())`;
      await tx.run`insert into mail_facts (account_id, push_action_id, customer_id, content_id, mail_id, fact_values, made_at)
        select account_id, push_action_id, customer_id, 1, 1, ${JSON.stringify({ name: FULL, name_kana: KANA })}, now()
        from push_action_targets where customer_id = ${id} limit 1`;
      await tx.run`insert into unrecognised_reports (account_id, received_on, source, server, status_codes, excerpt, occurrences, first_at,
          last_at, customer_id)
        values (${e.account}, '2026-11-20', 'smtp', 'mx.example.jp', '{}', ${`${FULL} <${MAIL}>`}, 1, now(), now(), ${id})`;
      await tx.run`update customer_merges set moved = moved || ${JSON.stringify({ note: MAIL })}::jsonb`;
      await tx.run`update campaign_segments set name = ${FULL}`;
      await tx.run`insert into campaign_edits (account_id, campaign_id, version, document, saved_at, replaced_at)
        select account_id, id, 1000, ${JSON.stringify({ name: MAIL })}::jsonb, now(), now() from campaigns order by id limit 1`;
      await tx.run`update import_batches set sheet = ${FULL} where state = 'done'`;
      await tx.run`insert into audit_logs (action, entity, entity_id, account_id, before, after)
        values ('update', 'customers', ${id}, ${e.account}, ${JSON.stringify({ address: person.address, tags: [MAIL], language: "ja" })},
          null)`;
      // Lines about things that were deleted since.
      for (const [entity, name] of [
        ["import_batches", FILE_NAMES[0]],
        ["mail_templates", `${FULL} 様のため`],
        ["coupons", `${FULL} 様ご優待`],
        ["campaigns", REMARKS],
        ["accounts", "CANARY-4711"],
      ])
        await tx.run`insert into audit_logs (action, entity, entity_id, account_id, after)
          values ('create', ${entity}, 999999, ${e.annex}, ${JSON.stringify({ name })})`;
    });
  }

  /** Asked and erased by staff. */
  const erase = async (id: number) => {
    const { version } = await call("GET", `/customers/${id}/erasure`);
    return call("POST", `/customers/${id}/erasure`, { version });
  };
  return { ...e, key, call, inInn, feed, guestOf, imported, plant, erase };
}
