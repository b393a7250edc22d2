/** The scenario of a test job is selected by a header, not by the body. */
import { type Scenario, scenario, scenarios } from '@svc/contracts';
import type { FastifyRequest } from 'fastify';
import type { ApiEnvironment } from '../config.ts';
import type { JsonObject } from '../endpoint/body.ts';
import type { ActionRoute } from '../endpoint/route.ts';
import { headerText } from '../problem/headers.ts';
import { badHeader, type Problem } from '../problem/problem.ts';

const header = 'svc-sandbox-scenario';

/** The body with the scenario in its place. Live refuses it: a test must not send a courier. */
export function withScenario(
  body: JsonObject,
  { hasScenario }: ActionRoute,
  { request, environment }: { request: FastifyRequest; environment: ApiEnvironment },
): { value: JsonObject } | { problem: Problem } {
  if (!hasScenario) return { value: body };
  const { scenario: _forged, ...value } = body;
  const requested = headerText(request.headers[header]);
  if (requested === undefined) return { value };
  if (environment === 'live') return { problem: badHeader(header, 'Live has no scenarios.') };
  const known = scenario.safeParse(requested);
  return known.success
    ? { value: { ...value, scenario: known.data } }
    : { problem: badHeader(header, `Send one of: ${scenarios.join(', ')}.`) };
}

/** Parameter in the OpenAPI document. */
export const scenarioParameter = {
  name: header,
  in: 'header',
  required: false,
  description: scenario.description ?? '',
  schema: { type: 'string', enum: scenarios, default: 'none' satisfies Scenario },
};
