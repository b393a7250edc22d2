import type { ApiEnvironment } from '../config.ts';
import type { ActionRoute } from '../endpoint/route.ts';
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
 * Answers of endpoints to their examples on a running stack. Recorded by `SVC_RECORD_ANSWERS=1 npm
 * test -- test/contracts/openapi`, and held against the schemas by tests.
 */
const answers: Record<ApiEnvironment, Readonly<Record<string, unknown>>> = { live, sandbox };

export const recordedAnswer = (operationId: string, environment: ApiEnvironment): unknown =>
  unrecorded[operationId]?.answer ?? answers[environment][operationId];

/** The form or metadata that an endpoint of OAuth is sent. */
export const requestExampleOf = (operationId: string): unknown => unrecorded[operationId]?.request;

/** Proof of a certificate's page, put together from answers that were recorded. */
function publicProof() {
  const { custody, jwks } = live.getCustodyBundle;
  const events = custody.events.map(({ seq, at, type, seal, prev_hash, hash }) => ({
    ...{ seq, at, type, seal, prev_hash, hash },
  }));
  return {
    format: 'svc.custody.proof.v1',
    certificate: live.getCertificate,
    certificate_jws: 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6IlBPQy03SzNNOVFYMkFCIn0.c2lnbmF0dXJl',
    events,
    chain_intact: true,
    cold_chain_certificate: null,
    jwks,
    log: null,
  };
}

const documentOf = (title: string) => ({
  openapi: '3.1.0',
  info: { title, version: 'v1' },
  paths: {},
});

/** Endpoints that the tests ask as nobody, or not at all with their example. */
const unrecorded: Readonly<Record<string, { request?: unknown; answer: unknown }>> = {
  issueToken: {
    request: {
      grant_type: 'client_credentials',
      client_id: 'cli_01KAK7QW3ZC5V8M2N4P6R8T0XM',
      client_secret: 'the secret of the client',
      scope: 'jobs:read jobs:write',
    },
    answer: {
      access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'jobs:read jobs:write',
    },
  },
  registerDevice: {
    request: {
      client_name: 'Phone of Lerato',
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      // The key of RFC 7515, appendix A.3.
      jwks: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          },
        ],
      },
    },
    answer: {
      client_id: 'cdv_01KAK7QW3ZC5V8M2N4P6R8T0XM',
      client_id_issued_at: 1_793_606_400,
      client_name: 'Phone of Lerato',
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      scope: 'ops:courier',
    },
  },
  downloadPublicProof: { answer: publicProof() },
  getOpenApi: { answer: documentOf('Healthcare Logistics Booking, Tracking and Proof API') },
  getOperationsOpenApi: { answer: documentOf('Healthcare Logistics Carrier Operations API') },
};
