import { docsUrl, type GatewayConfig } from '../config.ts';

/**
 * Rules that apply to every endpoint; introduces the OpenAPI document and the reference page.
 * Markdown.
 */
export const overview = (config: GatewayConfig): string => `\
Book, track and prove healthcare courier jobs. This is the ${config.SVC_ENVIRONMENT} API: JSON over HTTPS, amounts in integer cents (ZAR), times in UTC as RFC 3339.

## Pagination

Lists return at most \`limit\` items. While \`has_more\` is true, request the next page with the id of the last item as \`starting_after\`; where supported, \`ending_before\` pages backwards. Send one of them, not both.

## Idempotency

Every change takes an \`Idempotency-Key\` header. Generate a key before the first attempt and send it, with the same body, on every retry: within 24 hours the API returns the first response, byte for byte, with \`idempotent-replayed: true\`, and does not repeat the change. A different body with the same key is refused with \`idempotency_key_reused\`. Responses with 400, 401, 403, 413, 415, 429 and 5xx are not stored: retry with the same key.

## Rate limits

${limitText(config)} Every response carries \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds). Over the limit: 429 \`rate_limited\` with \`Retry-After\` in whole seconds.

## Errors

Every error is a problem document (RFC 9457) with a stable \`code\` and a \`request_id\`. What each code means: ${docsUrl(config)}/errors. Look up a request of the last seven days by that id with \`GET /request-log\`. Retry a 429 or 503 after \`Retry-After\` seconds, with the same Idempotency-Key.

## Versions

The major version is in the path. New fields, event types, error codes and optional parameters are not breaking changes: ignore those that you do not know. A deprecated endpoint returns \`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and a \`Link\` to its successor for at least 180 days before it is withdrawn.
`;

const limitText = (config: GatewayConfig) =>
  config.SVC_ENVIRONMENT === 'sandbox'
    ? 'Exactly 60 requests in any window of 60 seconds per caller.'
    : `${config.SVC_LIVE_LIMIT} requests per minute per client, plus a burst of one sixth; ${config.SVC_TENANT_LIMIT} per minute for all clients and keys of an organisation together.`;
