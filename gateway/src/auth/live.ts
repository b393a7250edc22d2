import { headerText } from '../http/headers.ts';
import { problem } from '../http/problem.ts';
import type { VerifyApiKey } from './api-key.ts';
import type { Identified, Identify } from './caller.ts';
import { challenge, type VerifyToken } from './token.ts';

const missing: Identified = {
  problem: problem('missing_api_key', { headers: { 'www-authenticate': challenge } }),
};

const bearer = /^bearer +(\S+)$/i;

/** A bearer token, or an API key; when both are sent the token alone decides. */
export const createLiveIdentify =
  (verifyToken: VerifyToken, verifyApiKey: VerifyApiKey): Identify =>
  (headers) => {
    const { authorization } = headers;
    // No token has an empty text: another scheme or a bare "Bearer" is a bad token.
    if (authorization) return verifyToken(bearer.exec(authorization)?.[1] ?? '');
    const key = headerText(headers['x-api-key']);
    return key ? verifyApiKey(key) : missing;
  };
