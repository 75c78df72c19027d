import { countryName } from "@okaeri/domain/customers/country-name";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { codeOf, couponUsesSql } from "../coupons/coupons.read.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { sentTo } from "../pushes/pushes.read.ts";
import { ownRfm } from "../rfms/rfms.read.ts";
import { labelSql } from "./customer-data-labels.ts";

/** SQL: a moment by the clock of whoever reads it at home. */
const inTokyo = (moment: ReturnType<typeof sql>) =>
  sql<string>`to_char(${moment} at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI')`;

/**
 * Everything that is stored about one guest, with Japanese labels (個人情報保護法, disclosure). A facility's people export what they see; only the
 * headquarters can give the whole.
 */
export async function customerData(tx: Tx, scope: Scope, id: number): Promise<Record<string, unknown>> {
  const account = scope.accountId;
  const whose = idsOfCustomer(account, id);
  const all = (rows: ReturnType<typeof sql>) => sql`coalesce((select json_agg(x) from (${rows}) x), '[]')`;
  const here = (facility: string) =>
    scope.facilityIds === null ? sql`true` : sql`${sql.ref(facility)} = any (${scope.facilityIds}::bigint[])`;
  const { data } = await tx.one<{
    data: { 基本情報: { 国籍: string | null } } & Record<string, unknown>;
  }>`select json_build_object(
    '基本情報', (select json_build_object('顧客ID', customer.id, '会員番号', customer.member_number, '氏名', customer.name, '氏名(カナ)',
      customer.name_kana, '性別', ${labelSql("customer.gender", "gender")},
      '生年月日', customer.birthday, 'メール', customer.email, '電話', coalesce(customer.tel_national, customer.tel), '郵便番号', customer.postcode,
      '住所', customer.address,
      '国籍', customer.nationality, '言語', ${labelSql("customer.language", "language")}, 'LINE',
      ${labelSql("customer.line_follow_state", "line")}, '備考', customer.notes, '登録日時', ${inTokyo(sql`customer.created_at`)},
      '更新日時', ${inTokyo(sql`customer.updated_at`)})
      from customers customer where customer.account_id = ${account} and customer.id = ${id}),
    '受け取ったままの表記', (select json_strip_nulls(json_build_object('氏名', customer.name_typed, '氏名(カナ)', customer.name_kana_typed, 'メール',
      customer.email_typed,
      '電話', customer.tel_typed, '郵便番号', customer.postcode_typed, '住所', customer.address_typed)) from customers customer
        where customer.account_id = ${account} and customer.id = ${id}),
    '名寄せに使う連絡先', ${all(sql`select distinct ${labelSql("customer_key.kind", "key")} as "種類", customer_key.value as "値"
      from customer_keys customer_key
      where customer_key.account_id = ${account} and customer_key.customer_id in ${whose} order by 1, 2`)},
    'RFM', ${all(sql`select customer_rfm.scored_on as "評価した日", customer_rfm.recency_score as "R", customer_rfm.frequency_score as "F",
      customer_rfm.monetary_score as "M",
      rfm_group.name as "グループ" from customer_rfms customer_rfm left join rfm_groups rfm_group on rfm_group.account_id = ${account}
        and rfm_group.id = customer_rfm.rfm_group_id
      where customer_rfm.account_id = ${account} and customer_rfm.customer_id = ${id} and customer_rfm.rfm_id = ${ownRfm(account)}
        and customer_rfm.active_status = 'active'`)},
    '顧客区分', ${all(sql`select account_customer_type.name as "名称" from customer_types customer_type
      join account_customer_types account_customer_type on account_customer_type.account_id = ${account}
      and account_customer_type.id = customer_type.account_customer_type_id where customer_type.account_id = ${account}
      and customer_type.customer_id = ${id} order by account_customer_type.sort_order`)},
    '予約', ${all(sql`select account.name as "施設", reservation.original_reservation_code as "予約番号", reservation.reserved_date as "予約日",
      reservation.check_in_date as "到着日",
      reservation.check_out_date as "出発日", reservation.cancel_date as "キャンセル日", reservation.reserved_price as "予約金額"
        from stay_reservations reservation
      join accounts account on account.id = reservation.facility_account_id where reservation.account_id = ${account}
        and reservation.customer_id in ${whose}
      and ${here("reservation.facility_account_id")} order by reservation.check_in_date`)},
    '宿泊', ${all(sql`select account.name as "施設", stay.transaction_code as "伝票番号", stay.check_in_date as "到着日", stay.check_out_date as "出発日",
      stay.use_price as "利用金額", stay.payment_price as "支払金額", ${inTokyo(sql`stay.reversed_at`)} as "取消日時" from stay_transactions stay
      join accounts account on account.id = stay.facility_account_id where stay.account_id = ${account} and stay.customer_id in ${whose}
      and ${here("stay.facility_account_id")} order by stay.check_in_date`)},
    'ポイント付与', ${all(sql`select point_grant.grant_date as "付与日", point_grant.grant_point as "ポイント", point_grant.expiration_date as "有効期限",
      point_grant.remarks as "備考"
      from grant_points point_grant where point_grant.account_id = ${account} and point_grant.customer_id in ${whose}
        order by point_grant.id`)},
    'ポイント付与の申請', ${all(sql`select ${inTokyo(sql`request.requested_at`)} as "申請日時", request.grant_point as "ポイント",
      request.expiration_date as "有効期限", request.remarks as "備考", ${labelSql("request.state", "request")} as "状態",
      ${inTokyo(sql`request.decided_at`)} as "決定日時", nullif(request.decision_remarks, '') as "決定の理由"
      from point_grant_requests request where request.account_id = ${account} and request.customer_id in ${whose}
        order by request.id`)},
    'ポイント利用', ${all(sql`select point_use.use_date as "利用日", point_use.use_point as "ポイント", point_use.cancel_date as "取消日",
      point_use.remarks as "備考",
      nullif(point_use.cancel_remarks, '') as "取消の理由" from use_point_cases point_use where point_use.account_id = ${account}
        and point_use.customer_id in ${whose} order by point_use.id`)},
    'クーポン獲得', ${all(sql`select acquired.acquire_date as "獲得日", coupon.name as "クーポン", acquired.valid_until as "最後の宿泊日",
      acquired.cancel_date as "取消日",
      nullif(acquired.cancel_remarks, '') as "取消の理由", ${codeOf(sql`acquired`)} as "コード" from acquire_coupons acquired join coupons coupon
      on coupon.account_id = ${account} and coupon.id = acquired.coupon_id where acquired.account_id = ${account}
        and acquired.customer_id in ${whose} order by acquired.id`)},
    'クーポン利用', ${all(sql`select coupon_use.use_date as "利用日", coupon.name as "クーポン", coupon_use.discount as "割引額",
      coupon_use.cancel_date as "取消日",
      nullif(coupon_use.cancel_remarks, '') as "取消の理由" from use_coupon_cases coupon_use join coupons coupon
      on coupon.account_id = ${account} and coupon.id = coupon_use.coupon_id where coupon_use.account_id = ${account}
        and coupon_use.id in ${couponUsesSql(account, id)} order by coupon_use.id`)},
    'ランク', ${all(sql`select rank_history.changed_on as "日付", tier.name as "ランク", rank_history.expiration_date as "期限",
      case rank_history.rank_type when 'manual' then '手動' else '自動' end as "付けかた", nullif(rank_history.remarks, '') as "理由"
        from customer_rank_histories rank_history
      left join rank_details tier on tier.account_id = ${account} and tier.id = rank_history.rank_detail_id
      where rank_history.account_id = ${account} and rank_history.customer_id in ${whose} order by rank_history.id`)},
    '配信', ${all(sql`select ${inTokyo(sql`m.sent_at`)} as "日時", ${labelSql("m.channel", "channel")} as "手段", campaign.name as "キャンペーン",
        ${inTokyo(sql`m.opened_at`)} as "開封日時", ${inTokyo(sql`m.clicked_at`)} as "クリック日時",
        (select json_object_agg(${labelSql("f.key", "placeholder")}, f.value)
          from mail_facts mail_fact
          cross join lateral jsonb_each_text(mail_fact.fact_values) f
          where mail_fact.account_id = m.account_id and mail_fact.customer_id = m.customer_id
            and mail_fact.push_action_id = m.push_action_id) as "差し込んだ内容"
      from ${sentTo(account, whose)} m
      left join campaigns campaign on campaign.account_id = ${account} and campaign.id = m.campaign_id order by m.sent_at`)},
    '同意', ${all(sql`select ${inTokyo(sql`consent.happened_at`)} as "日時", ${labelSql("consent.channel", "channel")} as "手段",
      ${labelSql("consent.purpose", "purpose")} as "目的", ${labelSql("consent.state", "consent")} as "状態",
        ${labelSql("consent.source", "source")} as "記録元",
      consent.text_version as "同意文の版", consent.remarks as "経緯" from customer_consents consent
      where consent.account_id = ${account} and consent.customer_id in ${whose} order by consent.id`)},
    'メモ', ${all(sql`select ${inTokyo(sql`note.created_at`)} as "日時", note.body as "内容" from customer_notes note
      where note.account_id = ${account} and note.customer_id in ${whose} and note.active_status = 'active' order by note.id`)}
  ) as data`;
  const { 国籍: country } = data.基本情報;
  return { ...data, 基本情報: { ...data.基本情報, 国籍: country === null ? null : countryName(country, "ja") } };
}
