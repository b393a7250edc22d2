import { headerText } from '../problem/headers.ts';
import { problem } from '../problem/problem.ts';
import type { VerifyApiKey } from './api-key.ts';
import type { Authenticate, AuthenticationResult } from './caller.ts';
import { challenge, invalidToken, type VerifyToken } from './token.ts';

const missing: AuthenticationResult = {
  problem: problem('missing_api_key', { headers: { 'www-authenticate': challenge } }),
};

const bearer = /^bearer +(\S+)$/i;

/** Another scheme, none, or a bare "Bearer". */
function notBearer(authorization: string) {
  const isBasic = /^basic /i.test(authorization);
  return invalidToken(
    isBasic
      ? 'HTTP Basic is for the token endpoint only; send "Authorization: Bearer <access token>" here.'
      : 'The Authorization header is not "Bearer <access token>".',
  );
}

/** A bearer token, or an API key; when both are sent the token alone decides. */
export const createLiveAuthentication =
  (verifyToken: VerifyToken, verifyApiKey: VerifyApiKey): Authenticate =>
  (headers) => {
    const { authorization } = headers;
    if (authorization) {
      const [, token] = bearer.exec(authorization) ?? [];
      return token === undefined ? { problem: notBearer(authorization) } : verifyToken(token);
    }
    const key = headerText(headers['x-api-key']);
    return key ? verifyApiKey(key) : missing;
  };
