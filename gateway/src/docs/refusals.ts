import type { ErrorCode } from '@svc/contracts';
import type { ApiEnvironment } from '../config.ts';
import type { ActionRoute, GatewayRoute } from '../endpoint/route.ts';

/** Every error code of an endpoint: those of the gateway's own checks, and the action's refusals. */
export function codesOf(route: GatewayRoute, environment: ApiEnvironment): ErrorCode[] {
  const always: ErrorCode[] = ['rate_limited', 'internal'];
  if (route.kind === 'local')
    return [...new Set([...route.refusals, ...credentialCodes(route, environment), ...always])];
  return [
    ...new Set([
      ...route.contract.refusals,
      ...route.representations.flatMap(({ contract }) => contract.refusals),
      'invalid_body' as const,
      ...credentialCodes(route, environment),
      ...bodyCodes(route),
      ...keyCodes(route),
      'unavailable' as const,
      ...always,
    ]),
  ];
}

function credentialCodes({ access }: GatewayRoute, environment: ApiEnvironment): ErrorCode[] {
  if ('public' in access) return [];
  if (environment === 'sandbox') {
    return ['missing_api_key', 'invalid_api_key', 'live_key_on_sandbox'];
  }
  const common: ErrorCode[] = [
    'missing_api_key',
    'invalid_api_key',
    'invalid_token',
    'insufficient_scope',
  ];
  return access.keyAllowed ? common : [...common, 'token_required'];
}

function bodyCodes({ body }: ActionRoute): ErrorCode[] {
  const common: ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];
  const json: ErrorCode[] = ['invalid_json', ...common];
  return { none: [], json, image: common, feed: json, signed: json, forwarded: json }[body];
}

function keyCodes({ idempotency, body }: ActionRoute): ErrorCode[] {
  if (idempotency === 'none') return [];
  const common: ErrorCode[] = ['idempotency_in_progress'];
  // Without a body, a reused key cannot have a different one.
  if (body !== 'none') common.push('idempotency_key_reused');
  return idempotency === 'required' ? [...common, 'idempotency_key_required'] : common;
}
