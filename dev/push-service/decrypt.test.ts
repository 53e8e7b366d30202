import { expect, test } from 'vitest';
import { decrypt } from './decrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 is decrypted', () => {
  const keys = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const message = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(decrypt(keys, message)).toBe('When I grow up, I want to be a watermelon');
  expect(() => decrypt({ ...keys, auth: Buffer.alloc(16) }, message)).toThrow();
});
