/** A token request as RFC 6749 writes it: a form, and the client's credentials in one of two places. */

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

export interface OAuthError {
  error: OAuthErrorCode;
  error_description: string;
}

interface Secret {
  client_id: string;
  client_secret: string;
}
/** A JWT that the client signed: private_key_jwt (RFC 7523, section 2.2). */
interface Assertion {
  client_id?: string;
  client_assertion: string;
}
export type TokenRequest = (Secret | Assertion) & { scope?: string };

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const refuse = (error: OAuthErrorCode, error_description: string): OAuthError => ({
  error,
  error_description,
});

interface Sent {
  contentType: string | undefined;
  authorization: string | undefined;
  body: string;
}

const formType = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Sections 2.3.1, 4.4.2 and 5.2: every parameter once, an empty one counts as absent. */
export function readTokenRequest(sent: Sent): TokenRequest | OAuthError {
  if (!formType.test(sent.contentType ?? '')) {
    return refuse('invalid_request', 'Send application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(sent.body);
  if (new Set(form.keys()).size !== form.size) {
    return refuse('invalid_request', 'A parameter is given twice.');
  }
  const grant = form.get('grant_type');
  if (!grant) return refuse('invalid_request', 'grant_type is missing.');
  if (grant !== 'client_credentials') {
    return refuse('unsupported_grant_type', 'Only client_credentials is granted here.');
  }
  const client = readClient(form, sent.authorization);
  if ('error' in client) return client;
  const scope = form.get('scope');
  return scope ? { ...client, scope } : client;
}

type Client = Secret | Assertion;

function readClient(form: URLSearchParams, authorization: string | undefined): Client | OAuthError {
  const client_id = form.get('client_id');
  const client_secret = form.get('client_secret');
  const client_assertion = form.get('client_assertion');
  if (client_assertion) {
    if (authorization || client_secret) {
      return refuse('invalid_request', 'Authenticate in one way only.');
    }
    if (form.get('client_assertion_type') !== assertionType) {
      return refuse('invalid_client', `client_assertion_type is not ${assertionType}.`);
    }
    return { ...(client_id && { client_id }), client_assertion };
  }
  if (authorization) {
    if (client_secret) {
      return refuse('invalid_request', 'Send the client secret in one place only.');
    }
    const basic = readBasic(authorization);
    if (basic && client_id && client_id !== basic.client_id) {
      return refuse('invalid_request', 'The client ids differ.');
    }
    return basic ?? refuse('invalid_client', 'The Authorization header is not HTTP Basic.');
  }
  if (client_id && client_secret) return { client_id, client_secret };
  return refuse('invalid_client', 'Send client_id and client_secret.');
}

/** Both halves are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function readBasic(authorization: string): Secret | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  const client_id = formDecoded(pair.slice(0, colon));
  const client_secret = formDecoded(pair.slice(colon + 1));
  return client_id && client_secret ? { client_id, client_secret } : undefined;
}

const formDecoded = (text: string): string =>
  new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
