import type { TextForm } from "@okaeri/domain/typed-text";
import type { Problem } from "./problems/problems.ts";

/** The problem of a text that does not have its field's form. */
export const FORM_PROBLEMS = {
  kana: "not_kana",
  tel: "not_tel",
  postcode: "wrong_form",
  code: "wrong_form",
  email: "invalid_mail",
  member_prefix: "not_member_prefix",
  line_channel_id: "not_line_channel_id",
  line_basic_id: "not_line_basic_id",
  dkim_selector: "not_dkim_selector",
  utm_source: "not_utm_source",
  field_key: "not_field_key",
} as const satisfies Record<TextForm, Problem["code"]>;
