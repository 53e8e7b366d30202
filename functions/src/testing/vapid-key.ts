/** A test key, and the tests' push service unless they start one: nothing listens there. */
export const TEST_VAPID_KEY = {
  privateKey: 'HjeS2CX0deHWI3PeEAxeT2zTUH4s24PG7CMYinJGxd8',
  publicKey: 'BOa0nGQTSU_RV3ApHE4ECsx7QkmvZLdPPcteW1XvCgfY7MkoItSRjGbDJkZnucJRQDMfZc5THxAXrP3C_vz4M8g',
} as const;
export const TEST_PUSH_SERVICE = 'http://127.0.0.1:9';
