import { docsUrl, type GatewayConfig } from '../config.ts';

/** Rules of every endpoint: opens the OpenAPI document and the reference page. Markdown. */
export const overview = (config: GatewayConfig): string => `\
Book, track and prove healthcare courier jobs. This is the ${config.SVC_ENVIRONMENT} API: JSON over HTTPS, amounts in integer cents (ZAR), times in UTC as RFC 3339.

## Pages of lists

Lists answer at most \`limit\` items. While \`has_more\` is true, ask again with the id of the last item as \`starting_after\`; where \`ending_before\` exists, it pages the other way. Never send both.

## Idempotency

Every change takes an \`Idempotency-Key\` header. Make a key before the first attempt and repeat it, with the same body, on every retry: within 24 hours the first outcome comes back byte for byte with \`idempotent-replayed: true\`, and nothing happens twice. Another body under the same key is refused with \`idempotency_key_reused\`. 400, 401, 403, 413, 415, 429 and 5xx are not stored: the same key may be used again.

## Rate limits

${limitText(config)} Every response carries \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds). Over the limit: 429 \`rate_limited\` with \`Retry-After\` in whole seconds.

## Errors

Every error is a problem document (RFC 9457) with a stable \`code\` and a \`request_id\`. What each code means: ${docsUrl(config)}/errors. \`GET /request-log\` finds your requests of the last seven days by that id. A 429 or 503 may be retried after \`Retry-After\` seconds, with the same Idempotency-Key.

## Versions

The major version is in the path. New fields, event types, error codes and optional parameters are no breaking change: ignore what you do not know. A deprecated endpoint answers with \`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and a \`Link\` to its successor for at least 180 days before it is withdrawn.
`;

const limitText = (config: GatewayConfig) =>
  config.SVC_ENVIRONMENT === 'sandbox'
    ? 'Exactly 60 requests in any window of 60 seconds per caller.'
    : `${config.SVC_LIVE_LIMIT} requests a minute per client, and a sixth more as a burst; ${config.SVC_TENANT_LIMIT} a minute of all clients and keys of an organisation.`;
