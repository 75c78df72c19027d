import { describe, expect, it } from "vitest";
import { readPostcode } from "./read-postcode.ts";

const nowhere = { address: null, nationality: null };

describe("readPostcode", () => {
  it.each([
    ["600001", nowhere, "060-0001"],
    ["〒600001", nowhere, "060-0001"],
    ["1000001.0", nowhere, "100-0001"],
    ["600001.0", nowhere, "060-0001"],
    ["１００ー０００１", nowhere, "100-0001"],
    ["100\u22120001", nowhere, "100-0001"],
    ["060-0001 札幌市中央区", nowhere, "060-0001"],
    ["〒060ー0001北海道", nowhere, "060-0001"],
    ["060-0001-2", nowhere, "060-0001-2"],
    ["同上", nowhere, null],
    ["東京都", nowhere, null],
    ["000-0000", nowhere, null],
    ["0000000", nowhere, null],
    ["-----", nowhere, null],
    ["1.00E+06", nowhere, null],
    // One digit is missing; its place is unknown.
    ["600001", { address: "京都市下京区", nationality: null }, "600001"],
    ["600001", { address: "北海道札幌市", nationality: null }, "060-0001"],
    ["10010", { address: "北海道札幌市北区", nationality: null }, "001-0010"],
    // Codes abroad.
    ["10010", nowhere, "10010"],
    ["100001", { address: "Beijing", nationality: "CN" }, "100001"],
    ["238823", { address: null, nationality: "SGP" }, "238823"],
    ["600001", { address: null, nationality: "JPN" }, "060-0001"],
    ["sw1a 1aa", nowhere, "SW1A 1AA"],
    ["D02 X285", nowhere, "D02 X285"],
    ["01310-100", nowhere, "01310-100"],
  ])("%s of %j is %s", (text, home, postcode) => {
    expect(readPostcode(text, home)).toBe(postcode);
  });
});
