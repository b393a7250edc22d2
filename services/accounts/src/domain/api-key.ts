/** The form of an API key: `svc_live_<key id>_<secret><checksum>`. */

export interface ApiKeyParts {
  key_id: string;
  /** 32 characters of Crockford's base32: 160 bits. */
  secret: string;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const form = new RegExp(
  `^svc_live_(?<id>key_[${alphabet}]{26})_(?<secret>[${alphabet}]{32})(?<sum>[${alphabet}]{7})$`,
);
export const apiKeySecretLength = 32;

/** The checksum covers the preceding characters, so that a secret scanner recognises keys offline. */
export function formatApiKey({ key_id, secret }: ApiKeyParts): string {
  const body = `svc_live_${key_id}_${secret}`;
  return body + checksum(body);
}

/** A text of another form, or whose checksum does not fit, is no key. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const { id, secret, sum } = form.exec(text)?.groups ?? {};
  if (id === undefined || secret === undefined || sum === undefined) return undefined;
  return checksum(text.slice(0, -sum.length)) === sum ? { key_id: id, secret } : undefined;
}

/** CRC-32 (ISO 3309, as in zip) in seven base32 characters, most significant first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 7; i += 1) {
    digits = alphabet.charAt(rest % 32) + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
