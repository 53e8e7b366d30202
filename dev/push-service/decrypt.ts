import { createDecipheriv, createECDH, hkdfSync, type ECDH } from 'node:crypto';

/** What a browser keeps of its subscription. */
export interface SubscriptionKeys {
  /** The browser's private key and the public one that senders know. */
  privateKey: Buffer;
  auth: Buffer;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Decrypts a push message as a browser does (RFC 8291 over RFC 8188, one record). Throws if it was not encrypted for
 * this subscription.
 */
export function decrypt({ privateKey, auth }: SubscriptionKeys, message: Buffer): string {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const senderKey = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const browser: ECDH = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = derive(browser.computeSecret(senderKey), auth, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2); // the delimiter of the last record, with zeroes after it
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong');
  return padded.subarray(0, end).toString('utf8');
}
