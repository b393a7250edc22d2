import type { GatewayConfig } from '../config.ts';
import { baseUrlOf } from '../docs/reference-page.ts';

/** Rates, sizes and times that a client meets, and how to ask for the state of the service. */
export const limitsPage = (config: GatewayConfig): string => `\
## Status

\`GET ${baseUrlOf(config)}/health\` answers 200 with \`status\` \`ok\` while the service takes requests, and the version of the current price book; it needs no credential.

\`\`\`sh title="Request" run
curl -s '${baseUrlOf(config)}/health'
\`\`\`

## Rate limits

Every answer carries \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds until there is more room); on live they describe the tighter of your client's budget and your organisation's. Over the limit: 429 [rate_limited](/docs/errors#rate_limited) with \`Retry-After\`.

| who asks | requests |
|---|---|
| live, per client | ${config.SVC_LIVE_LIMIT} a minute, and a sixth more as a burst that comes back evenly over ten minutes; \`remaining\` counts without the burst |
| live, all clients and keys of an organisation | ${config.SVC_TENANT_LIMIT} a minute |
| sandbox, per caller | 60 a minute, exactly |
| sandbox, per address | ${config.SVC_SANDBOX_ADDRESS_LIMIT} a minute, and ${config.SVC_SANDBOX_SESSION_LIMIT} new sessions an hour |
| without a credential, per address (IPv6: per /64) | ${config.SVC_ANONYMOUS_LIMIT} a minute; ${10 * config.SVC_ANONYMOUS_LIMIT} of public pages |
| failed authentications, per address | ${config.SVC_ANONYMOUS_LIMIT} a minute |

All live gateways share one budget and exchange their admitted requests every 10 ms, so at most two fifteenths of the limit per other gateway can pass beyond it.

## Sizes

A body has at most 64 KiB; a manifest 1 MiB, an image 5 MiB, a stock feed 10 MiB or 10 000 rows, a batch of readings 256 KiB. Lists answer at most 100 items at a time.

The first line of a request and its headers have at most 16 KiB together, and so have a path, a query and cookies; above it: 431. A request has 30 s to arrive. JSON nests at most 32 levels. An image has at most 16 384 pixels on a side and 100 million in all, and a PNG nothing behind its end. A form of the pages for people has at most 64 KiB, like a body.

## Idempotency

Every change takes an \`Idempotency-Key\`. Repeat it with the same body within 24 hours and you get the first outcome again, with \`idempotent-replayed: true\`.

## Credentials

A request that carries both a bearer token and an API key is decided by the token.

## Request log

\`GET /request-log\` searches your requests of the last seven days: time, client or key, method, path, status, code, duration and the request id that every answer carries as \`x-request-id\`. Headers, queries and bodies are not stored. At most 100 requests a second and gateway process are noted, and those of the last second before a process dies are missing.
`;
