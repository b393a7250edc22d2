import type { ApiEnvironment } from '../config.ts';
import type { ActionRoute } from '../routes/route.ts';
import live from './answers-live.json' with { type: 'json' };
import sandbox from './answers-sandbox.json' with { type: 'json' };

/** Sites of the sandbox, as the API document lists them. */
const sandboxSite = /"((cli|lab|hos|ph|whl|bb)-\d+)"/g;

/** On live the same places are those of the demonstration tenants, under ids of live. */
export function exampleFor({ example }: ActionRoute, environment: ApiEnvironment): unknown {
  if (example === undefined || environment === 'sandbox') return example;
  return JSON.parse(JSON.stringify(example).replaceAll(sandboxSite, '"site_demo_$1"'));
}

/**
 * What an endpoint answered to its example on a running stack. Recorded by
 * `SVC_RECORD_ANSWERS=1 npm test -- test/contracts/openapi`, and held against the schemas by tests.
 */
const answers: Record<ApiEnvironment, Readonly<Record<string, unknown>>> = { live, sandbox };

export const recordedAnswer = (operationId: string, environment: ApiEnvironment): unknown =>
  operationId === 'issueToken' ? issuedToken : answers[environment][operationId];

/** The tests ask for a token as nobody. */
const issuedToken = {
  access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl',
  token_type: 'Bearer',
  expires_in: 900,
  scope: 'jobs:read jobs:write',
};
