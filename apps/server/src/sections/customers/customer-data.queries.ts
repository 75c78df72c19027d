import { countryName } from "@okaeri/domain/customers/country-name";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { codeOf, usesOf } from "../coupons/coupons.read.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { sentTo } from "../pushes/pushes.read.ts";
import { ownRfm } from "../rfms/rfms.read.ts";
import { inWords } from "./customer-data-labels.ts";

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
    '基本情報', (select json_build_object('顧客ID', c.id, '会員番号', c.member_number, '氏名', c.name, '氏名(カナ)', c.name_kana, '性別', ${inWords("c.gender", "gender")},
      '生年月日', c.birthday, 'メール', c.email, '電話', coalesce(c.tel_national, c.tel), '郵便番号', c.postcode, '住所', c.address,
      '国籍', c.nationality, '言語', ${inWords("c.language", "language")}, 'LINE', ${inWords("c.line_follow_state", "line")}, '備考', c.notes, '登録日時', ${inTokyo(sql`c.created_at`)},
      '更新日時', ${inTokyo(sql`c.updated_at`)})
      from customers c where c.account_id = ${account} and c.id = ${id}),
    '受け取ったままの表記', (select json_strip_nulls(json_build_object('氏名', c.name_typed, '氏名(カナ)', c.name_kana_typed, 'メール', c.email_typed,
      '電話', c.tel_typed, '郵便番号', c.postcode_typed, '住所', c.address_typed)) from customers c where c.account_id = ${account} and c.id = ${id}),
    '名寄せに使う連絡先', ${all(sql`select distinct ${inWords("k.kind", "key")} as "種類", k.value as "値" from customer_keys k
      where k.account_id = ${account} and k.customer_id in ${whose} order by 1, 2`)},
    'RFM', ${all(sql`select f.scored_on as "評価した日", f.recency_score as "R", f.frequency_score as "F", f.monetary_score as "M",
      n.name as "グループ" from customer_rfms f left join rfm_groups n on n.account_id = ${account} and n.id = f.rfm_group_id
      where f.account_id = ${account} and f.customer_id = ${id} and f.rfm_id = ${ownRfm(account)} and f.active_status = 'active'`)},
    '顧客区分', ${all(sql`select y.name as "名称" from customer_types t join account_customer_types y on y.account_id = ${account}
      and y.id = t.account_customer_type_id where t.account_id = ${account} and t.customer_id = ${id} order by y.sort_order`)},
    '予約', ${all(sql`select a.name as "施設", r.original_reservation_code as "予約番号", r.reserved_date as "予約日", r.check_in_date as "到着日",
      r.check_out_date as "出発日", r.cancel_date as "キャンセル日", r.reserved_price as "予約金額" from stay_reservations r
      join accounts a on a.id = r.facility_account_id where r.account_id = ${account} and r.customer_id in ${whose}
      and ${here("r.facility_account_id")} order by r.check_in_date`)},
    '宿泊', ${all(sql`select a.name as "施設", s.transaction_code as "伝票番号", s.check_in_date as "到着日", s.check_out_date as "出発日",
      s.use_price as "利用金額", s.payment_price as "支払金額", ${inTokyo(sql`s.reversed_at`)} as "取消日時" from stay_transactions s
      join accounts a on a.id = s.facility_account_id where s.account_id = ${account} and s.customer_id in ${whose}
      and ${here("s.facility_account_id")} order by s.check_in_date`)},
    'ポイント付与', ${all(sql`select p.grant_date as "付与日", p.grant_point as "ポイント", p.expiration_date as "有効期限", p.remarks as "備考"
      from grant_points p where p.account_id = ${account} and p.customer_id in ${whose} order by p.id`)},
    'ポイント利用', ${all(sql`select p.use_date as "利用日", p.use_point as "ポイント", p.cancel_date as "取消日", p.remarks as "備考",
      nullif(p.cancel_remarks, '') as "取消の理由" from use_point_cases p where p.account_id = ${account} and p.customer_id in ${whose} order by p.id`)},
    'クーポン獲得', ${all(sql`select q.acquire_date as "獲得日", u.name as "クーポン", q.cancel_date as "取消日",
      nullif(q.cancel_remarks, '') as "取消の理由", ${codeOf(sql`q`)} as "コード" from acquire_coupons q join coupons u
      on u.account_id = ${account} and u.id = q.coupon_id where q.account_id = ${account} and q.customer_id in ${whose} order by q.id`)},
    'クーポン利用', ${all(sql`select q.use_date as "利用日", u.name as "クーポン", q.discount as "割引額", q.cancel_date as "取消日",
      nullif(q.cancel_remarks, '') as "取消の理由" from use_coupon_cases q join coupons u
      on u.account_id = ${account} and u.id = q.coupon_id where q.account_id = ${account} and q.id in ${usesOf(account, id)} order by q.id`)},
    'ランク', ${all(sql`select h.changed_on as "日付", n.name as "ランク", h.expiration_date as "期限",
      case h.rank_type when 'manual' then '手動' else '自動' end as "付けかた", nullif(h.remarks, '') as "理由" from customer_rank_histories h
      left join rank_details n on n.account_id = ${account} and n.id = h.rank_detail_id
      where h.account_id = ${account} and h.customer_id in ${whose} order by h.id`)},
    '配信', ${all(sql`select ${inTokyo(sql`m.sent_at`)} as "日時", ${inWords("m.channel", "channel")} as "手段", c.name as "キャンペーン" from ${sentTo(account, whose)} m
      left join campaigns c on c.account_id = ${account} and c.id = m.campaign_id order by m.sent_at`)},
    '同意', ${all(sql`select ${inTokyo(sql`k.happened_at`)} as "日時", ${inWords("k.channel", "channel")} as "手段", ${inWords("k.purpose", "purpose")} as "目的", ${inWords("k.state", "consent")} as "状態", ${inWords("k.source", "source")} as "記録元",
      k.text_version as "同意文の版", k.remarks as "経緯" from customer_consents k
      where k.account_id = ${account} and k.customer_id in ${whose} order by k.id`)},
    'メモ', ${all(sql`select ${inTokyo(sql`n.created_at`)} as "日時", n.body as "内容" from customer_notes n
      where n.account_id = ${account} and n.customer_id in ${whose} and n.active_status = 'active' order by n.id`)}
  ) as data`;
  const { 国籍: country } = data.基本情報;
  return { ...data, 基本情報: { ...data.基本情報, 国籍: country === null ? null : countryName(country, "ja") } };
}
