import type { ApiEnvironment } from '../config.ts';
import type { ActionRoute } from '../endpoint/route.ts';
import live from './answers-live.json' with { type: 'json' };
import sandbox from './answers-sandbox.json' with { type: 'json' };

/** Sandbox sites, as listed in the API document. */
const sandboxSite = /"((cli|lab|hos|ph|whl|bb)-\d+)"/g;

/** The live demonstration tenants have the same places under live ids. */
export function exampleFor({ example }: ActionRoute, environment: ApiEnvironment): unknown {
  if (example === undefined || environment === 'sandbox') return example;
  return JSON.parse(JSON.stringify(example).replaceAll(sandboxSite, '"site_demo_$1"'));
}

/**
 * Responses of endpoints to their examples, recorded on a running stack by `SVC_RECORD_ANSWERS=1
 * npm test -- test/contracts/openapi` and validated against the schemas by tests.
 */
const answers: Record<ApiEnvironment, Readonly<Record<string, unknown>>> = { live, sandbox };

export const recordedAnswer = (operationId: string, environment: ApiEnvironment): unknown =>
  unrecorded[operationId]?.answer ?? answers[environment][operationId];

/** Form or metadata sent to an OAuth endpoint. */
export const requestExampleOf = (operationId: string): unknown => unrecorded[operationId]?.request;

/** Proof shown by a certificate page, assembled from recorded responses. */
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

/** Endpoints that tests call without credentials, or never call with their example. */
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
      // Key from RFC 7515, appendix A.3.
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
