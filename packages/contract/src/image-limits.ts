// Apart from the calls: what the browser and the server's first look at a request ask, without any schema.

/** Largest picture that may be uploaded, in bytes. */
export const MAX_IMAGE_BYTES = 5_242_880;
/** Types that may be uploaded. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
/** Where a stored picture is shown: by its hash, to everybody. */
export const imagePath = (hash: string) => `/images/${hash}`;
/** How a stored picture is named. */
export const IMAGE_HASH = /^[0-9a-f]{64}$/;
