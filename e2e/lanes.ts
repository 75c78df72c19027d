/** Files of browser tests that run at the same time; two cores carry two. */
export const TEST_LANES = 2;
