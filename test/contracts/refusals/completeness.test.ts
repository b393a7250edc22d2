import { type ErrorCode, errors } from '@svc/contracts';
import { routeTable } from '@svc/gateway';
import { codesOf } from '@svc/gateway/docs/refusals';
import { describe, expect, it } from 'vitest';
import { refusals } from '../endpoints/index.ts';
import { actionsOf } from '../requests.ts';
import { casesOf, environments, missing, nameOf, untested, unused } from './cases.ts';

/** The error table of the API document, and what the decisions add to it. */
const promised: Readonly<Record<string, number>> = {
  idempotency_key_required: 400,
  invalid_body: 400,
  invalid_json: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  live_key_on_sandbox: 403,
  not_found: 404,
  job_not_found: 404,
  quote_not_found: 404,
  tracking_not_found: 404,
  certificate_not_found: 404,
  already_cancelled: 409,
  already_delivered: 409,
  in_custody: 409,
  quote_expired: 410,
  invalid_priority: 422,
  invalid_timing: 422,
  not_a_delivery: 422,
  reason_required: 422,
  unknown_site: 422,
  unknown_sku: 422,
  rate_limited: 429,

  invalid_token: 401,
  insufficient_scope: 403,
  token_required: 403,
  method_not_allowed: 405,
  invalid_transition: 409,
  certificate_pending: 409,
  pod_pending: 409,
  webhook_not_found: 404,
  invoice_not_found: 404,
  invoice_pending: 409,
  unknown_tenant: 422,
  handover_locked: 429,
  invalid_handover_code: 422,
  invalid_time: 422,
  invalid_seal: 422,
  invalid_url: 422,
  proof_required: 422,
  unknown_event_type: 422,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  internal: 500,
  unavailable: 503,
};

/** Under Errors and Endpoints of the API document: which endpoint answers with what. */
const promisedAt: Readonly<Record<string, readonly ErrorCode[]>> = {
  createQuote: [
    'unknown_sku',
    'invalid_priority',
    'invalid_timing',
    'invalid_json',
    'invalid_body',
  ],
  bookJob: [
    'quote_not_found',
    'quote_expired',
    'unknown_site',
    'unknown_sku',
    'invalid_priority',
    'not_a_delivery',
    'idempotency_key_required',
    'invalid_body',
    'invalid_json',
  ],
  getJob: ['job_not_found'],
  cancelJob: [
    'job_not_found',
    'already_cancelled',
    'already_delivered',
    'in_custody',
    'reason_required',
  ],
  trackJob: ['tracking_not_found'],
  getCertificate: ['certificate_not_found', 'certificate_pending'],
  getProofOfDelivery: ['pod_pending'],
  createWebhook: ['invalid_url', 'unknown_event_type'],
  getWebhook: ['webhook_not_found'],
  getInvoice: ['invoice_not_found', 'invoice_pending'],
  getStatement: ['statement_not_found', 'statement_pending'],
  recordPayment: ['unknown_tenant', 'idempotency_key_required'],
  reachMilestone: [
    'invalid_transition',
    'invalid_time',
    'proof_required',
    'invalid_handover_code',
    'handover_locked',
  ],
};

const allCases = environments.flatMap(casesOf);

describe('the catalogue', () => {
  it('has every code that the API document promises, with its status', () => {
    const statuses = Object.entries(errors).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(statuses)).toMatchObject(promised);
  });

  it('has no code that nothing tests, but for those that no endpoint has yet', () => {
    expect(untested(allCases)).toEqual([]);
    const declared = environments.flatMap((environment) =>
      routeTable.flatMap((route) => codesOf(route, environment)),
    );
    expect(Object.keys(unused).filter((code) => declared.some((each) => each === code))).toEqual(
      [],
    );
  });

  it('is searched for what nothing tests', () => {
    const without = allCases.filter(({ code }) => code !== 'reason_required');
    expect(untested(without)).toEqual(['reason_required']);
  });
});

describe('the endpoints', () => {
  it.each(Object.entries(promisedAt))('%s declares what is promised for it', (operation, codes) => {
    const [route] = actionsOf('live').filter(({ operationId }) => operationId === operation);
    if (!route) throw new Error(`${operation} is not in the route table`);
    expect(codesOf(route, 'live')).toEqual(expect.arrayContaining([...codes]));
  });

  it('declare nothing that no test makes happen', () => {
    expect(missing(allCases)).toEqual([]);
  });

  it('are searched for a refusal that nothing makes happen', () => {
    const [first] = allCases;
    if (!first) throw new Error('there are endpoints');
    const planted = { ...first, code: 'site_not_found', produce: undefined } as const;
    expect(missing([...allCases, planted])).toEqual([nameOf(first.route, 'site_not_found')]);
  });

  it('have every refusal that a rule is written down for', () => {
    const declared = new Set(
      actionsOf('live').flatMap((route) =>
        codesOf(route, 'live').map((code) => nameOf(route, code)),
      ),
    );
    expect(Object.keys(refusals).filter((name) => !declared.has(name))).toEqual([]);
  });
});
