import type { CustomerDetail } from "./customers.api.ts";

export type CustomerValues = {
  name: string;
  name_kana: string;
  member_number: string;
  tel: string;
  email: string;
  postcode: string;
  address: string;
  gender: "male" | "female" | "other" | null;
  /** "" where none is known. */
  birthday: string;
  nationality: string;
  language: "ja" | "en";
  customer_type_ids: number[];
};

export const EMPTY: CustomerValues = {
  name: "",
  name_kana: "",
  member_number: "",
  tel: "",
  email: "",
  postcode: "",
  address: "",
  gender: null,
  birthday: "",
  nationality: "",
  language: "ja",
  customer_type_ids: [],
};

export function loadedFrom(customer: CustomerDetail) {
  const values: CustomerValues = {
    name: customer.name,
    name_kana: customer.name_kana ?? "",
    member_number: customer.member_number ?? "",
    tel: customer.tel ?? "",
    email: customer.email ?? "",
    postcode: customer.postcode ?? "",
    address: customer.address ?? "",
    gender: customer.gender as CustomerValues["gender"],
    birthday: customer.birthday ?? "",
    nationality: customer.nationality ?? "",
    language: customer.language,
    customer_type_ids: customer.customer_types.map((one) => one.id).sort((a, b) => a - b),
  };
  return { version: customer.version, values };
}
