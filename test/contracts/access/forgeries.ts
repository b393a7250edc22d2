/** Tokens that look like the real one and must not pass for it. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

type Json = Record<string, unknown>;

const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Signed as it should be, by a key of our own. */
function signed(header: Json, claims: Json): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

/** Signed with the issuer's public key as a shared secret: the classic confusion of algorithms. */
function confused(header: Json, claims: Json, publicKeyText: string): string {
  const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', publicKeyText).update(input).digest('base64url')}`;
}

/** Values of the authorization header; `jwks` is what the issuer publishes. */
export function forgeries(token: string, jwks: string): [name: string, authorization: string][] {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = decode(head);
  const claims = decode(body);
  const ours = publicKey.export({ format: 'jwk' });
  const tokens: [string, string][] = [
    ['nothing', ''],
    ['nonsense', 'nonsense'],
    ['without signature', `${head}.${body}.`],
    ['with a signature cut short', token.slice(0, -4)],
    [
      'with other claims under its signature',
      `${head}.${encode({ ...claims, tenant_id: 'ten_x' })}.${signature}`,
    ],
    ['that needs no signature', `${encode({ ...header, alg: 'none' })}.${body}.`],
    ['signed with the public key', confused(header, claims, jwks)],
    ['signed by somebody else', signed(header, claims)],
    ['that brings its own key', signed({ ...header, jwk: ours }, claims)],
    ['of an unknown key', signed({ ...header, kid: 'sig_unknown' }, claims)],
    ['without a key id', signed({ alg: 'ES256', typ: 'at+jwt' }, claims)],
    ['of five parts', `${token}.${head}.${body}`],
    ['of 10 kB', `${head}.${'A'.repeat(10_000)}.${signature}`],
  ];
  const bearer = tokens.map(([name, text]): [string, string] => [name, `Bearer ${text}`]);
  return [
    ...bearer,
    ['under another scheme', `Basic ${token}`],
    ['twice', `Bearer ${token} ${token}`],
  ];
}
