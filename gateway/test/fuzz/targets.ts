/** Parsers of a request's line and headers. */

import { ok } from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { jobs } from '@svc/contracts';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { identityOf } from '@svc/kit/idempotency';
import { addressGroup, callerAddress } from '@svc/kit/limits/address';
import { keyFault } from '../../src/http/idempotency.ts';
import { readQuery } from '../../src/http/query.ts';
import { readTokenRequest } from '../../src/oauth/request.ts';

/** Request line and headers together may have this much. */
const sizeMax = 16 * 1024;
const declared = { starting_after: 'string', limit: 'integer', unassigned: 'boolean' } as const;

function requestWith(header: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = header;
  return request;
}

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'gateway/query',
    inputs: edited(
      [
        '/v1/jobs?starting_after=job_01KB&limit=20&unassigned=true',
        '/v1/jobs?created_gte=2026-11-01T00:00:00Z',
      ],
      ['?', '&', '=', '%', '%00', '%ff', '+', '#', 'limit=', '-1', '1e3', '__proto__='],
    ),
    read: (url) => readQuery(url, declared),
    holds: (read) => {
      // Any parsed value can be judged by the contract of the list.
      if ('value' in read) jobs.actions.list.input.safeParse(read.value);
    },
    sizeMax,
    large: {
      parameters: filled('&a=1', '/v1/jobs?'),
      'one again': filled('&limit=1', '/v1/jobs?'),
      escapes: filled('%25', '/v1/jobs?starting_after='),
      digits: filled('9', '/v1/jobs?limit='),
    },
  }),
  defineTarget({
    name: 'gateway/idempotency-key',
    inputs: edited(['8b3e6c1a-order-1001'], [' ', '\x7f', 'é', '\0', '|']),
    read: (key) => keyFault(key, 'required'),
    holds: (fault, key) => {
      ok((fault === undefined) === /^[\x20-\x7e]{1,255}$/.test(key), key);
      const sent = (body: unknown) =>
        identityOf({ caller: 'c', method: 'POST', path: '/', key, body });
      const { request, fingerprint } = sent({ b: key, a: 1 });
      ok(/^[0-9a-f]{64}$/.test(`${request}`) && /^[0-9a-f]{64}$/.test(`${fingerprint}`));
      ok(sent({ a: 1, b: key }).fingerprint === fingerprint);
    },
    sizeMax,
    large: { blanks: filled(' '), letters: filled('a') },
  }),
  defineTarget({
    name: 'gateway/forwarded-for',
    inputs: edited(
      [
        '203.0.113.7, 198.51.100.2',
        '2001:db8::1, ::ffff:192.0.2.1',
        '[2001:db8::1]:443, 192.0.2.1:80',
      ],
      [',', ' ', ':', '::', '.', '%eth0', '[', ']', 'unknown', 'é'],
    ),
    read: (header) => addressGroup(callerAddress(requestWith(header), 2)),
    // Name of a budget: one address, however it is written, has one.
    holds: (group) => ok(group.length > 0 && group.length <= 64, group),
    sizeMax,
    large: {
      commas: filled(','),
      blanks: filled(' ', '1.2.3.4'),
      groups: filled('0:'),
      colons: filled(':'),
    },
  }),
  defineTarget({
    name: 'gateway/token-request',
    inputs: edited(
      ['grant_type=client_credentials&client_id=cli_1&client_secret=s&scope=jobs%3Aread'],
      ['&', '=', '%', '%00', '+', 'client_id=', 'Basic ', ';'],
    ),
    read: (body) => [
      readTokenRequest({
        contentType: 'application/x-www-form-urlencoded',
        authorization: undefined,
        body,
      }),
      readTokenRequest({
        contentType: body,
        authorization: body,
        body: 'grant_type=client_credentials',
      }),
    ],
    holds: (answers) => ok(answers.every((each) => 'error' in each || each.client_id !== '')),
    sizeMax,
    large: {
      parameters: filled('&a=1', 'grant_type=client_credentials'),
      basic: filled('A', 'Basic '),
      blanks: filled(' ', 'Basic'),
    },
  }),
];
