// Messages between the process that decodes a picture and the one that wants it.

/** Types that are stored: every mail program shows these. */
export type StoredType = "image/png" | "image/jpeg" | "image/gif";

export type Decoded = { type: StoredType; width: number; height: number; bytes: Uint8Array };
/** Why a picture is not taken. */
export type ImageProblem = "image_unreadable" | "image_many_pixels" | "image_many_frames" | "image_costly";
export type ToDecoder = { bytes: Uint8Array };
export type FromDecoder = { decoded: Decoded } | { refused: ImageProblem };

/** Most memory of the objects of one decoding, and of its process as a whole with the pixels, which lie outside of them. */
export const DECODER_HEAP_MB = 128;
export const DECODER_MEMORY_MB = 1_024;
/** Most processor time, its own, so that a busy machine refuses nothing. */
export const CPU_MS = 20_000;
