/** How a flow stands in an address (domain/rfms/flow); by itself, because every address of a list is checked before its page has loaded. */
export const FLOW_FORM =
  /^([1-9]\d{0,14})\.(\d{4}-\d\d-\d\d)\.(\d{4}-\d\d-\d\d)\.([1-9]\d{0,14}|none|unscored|new)\.([1-9]\d{0,14}|none|unscored)$/;
